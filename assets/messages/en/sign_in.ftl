### Signing in, accounts, and setting up a marketplace.

## Ways to sign in

way-token = Paste a token
way-browser = With the browser
way-program = Technical use
way-again = Start again
login-refresh-have = I have a refresh token, too
login-refresh = Refresh token
    .help = Optional. With it, Vitrine renews your token by itself when it ends.
login-check = Check the token
login-check-help = You are shown who it belongs to before anything is kept.
login-browser-open-again = Open the page again
login-browser-paste-wrong = This is not the address at which this sign-in ended. Copy the whole address line of the page the browser shows last, and paste it again.
browser-none = No browser could be opened here
    .help = Copy the page's address and open it in any browser, on another device too. When you have allowed access there, copy the address of the page it ends at and paste it below.
browser-open = Open the page
browser-by-hand-help = Open your marketplace's page and allow access there. The browser then ends at another page, which may be empty or show an error: copy its address from the address line and paste it here.
browser-by-hand-paste = The whole address line; it has “code=” in it.
browser-help = Your marketplace's page opens in your browser. You allow access there and come back here.
browser-not-set-up = For this way the marketplace has to know this program. Enter its client id, the return address and the consent page under the marketplace's settings; a pasted token works without them.

## An error that stays in the browser

browser-error = The page in the browser shows an error
browser-error-address = Does it name the return address (redirect_uri_mismatch)? In the developer panel exactly this address must be registered, to the letter:
browser-error-copy = Copy this address
browser-error-registered = The address in the developer panel
browser-error-registered-help = Copy it from there: you are shown where the two differ.
browser-error-same = Both are the same. Save it in the developer panel, then open the page again.
browser-error-client = Does it name the client (invalid_client)? This client id was sent: { $id }. Compare it with the one in the developer panel.

## What a token may do

scopes-title = What Vitrine may do
scopes-change = Change
scopes-other = Other permissions
scopes-other-help = Names as your marketplace's developer panel writes them, with spaces between; * asks for everything.
scopes-none = Choose at least one permission.
scope-refused = { $scope }: your marketplace does not give this one
scope-needed = { $scope }: needed for what you wanted to do
scope-everything = Everything your account may do

## The program's own secret

secret = Client secret
    .help = From the developer panel, beside the client id. It rests in this computer's keychain and is never shown again.
secret-keep = Keep the secret
secret-kept = The client secret is in this computer's keychain
secret-not-kept = The client secret was not kept
    .help = The keychain did not take it. It serves until you close the program; then you are asked for it again.
secret-session = The client secret is kept until you close the program
secret-forget = Forget it
secret-use-session = Use it until I close the program

## The program itself

program-help = For system use: the program signs itself in with its own client id and secret and asks for every permission (*). No person consents. Use it only if your developer panel tells you to.
program-client = Client id: { $id }
program-sign-in = Sign in as the program
program-no-secret = Enter the client secret first.
program-not-set-up = Enter the client id from your developer panel under the marketplace's settings first.

## Who was found

confirm-title = Is this your shop?
confirm-person = Name:
confirm-username = User name:
confirm-shop = Shop:
confirm-market = Marketplace:
confirm-no-shop = This account has no shop yet: you can sign in, but not create products.
confirm-until = You stay signed in until { $date }.
confirm-until-unknown = The marketplace does not say how long this lasts.
confirm-ended = The token says that it has ended already; the marketplace still accepts it.
confirm-renewable = It is renewed by itself.
confirm-go-on = Yes, go on
confirm-session = Keep it until I close the program
confirm-keychain-again = Try the keychain again

## Signing in again

again-title = Sign in again with more permissions
again-body = You stay signed in as before until this has worked, and nothing that waits is lost.
again-token = Create a token in the developer panel that also has: { $scopes }. Then paste it here.
again-offer = Sign in again with it
again-stay = Go back without

## Accounts

accounts-title = Accounts
accounts-none = No account is kept on this computer.
account-at = { $name }, { $market }
account-used = Last used { $date }
account-waiting = { $count ->
    [one] { $count } product waits
   *[other] { $count } products wait
}
account-current = In use
account-signed-out = Signed out
account-use = Use
account-switch = Go over to { $name }
account-sign-in = Sign in
account-sign-out = Sign { $name } out
account-add = Add an account
account-other-market = Another marketplace
account-menu = Change account
sign-out-title = Sign out of { $name } ({ $market })?
sign-out-body = The token is taken out of this computer's keychain.
sign-out-waiting = { $count ->
    [one] { $count } product of an import waits to be created. Kept, it goes on when you sign in again.
   *[other] { $count } products of imports wait to be created. Kept, they go on when you sign in again.
}
sign-out-review = { $count ->
    [one] { $count } product that you looked over is not started. Kept, it is here again when you sign in again.
   *[other] { $count } products that you looked over are not started. Kept, they are here again when you sign in again.
}
sign-out-running = The import that runs is paused first.
sign-out-keep = Sign out and keep what waits
sign-out-drop = Sign out and forget this account here
leave-title = An import is running
leave-body = It is paused, and waits for you until you use this account again. What is created stays.
leave-go = Pause it and go on
leave-stay = Stay here
leaving-title = One moment…
leaving-body = Products that are on their way are waited for, so that none is made twice.

## Marketplaces

markets-title = Marketplaces
markets-none = None is set up on this computer.
market-accounts = { $count ->
    [0] No account
    [one] { $count } account
   *[other] { $count } accounts
}
market-open = Open
market-edit-named = Change { $name }
market-remove-named = Remove { $name }
market-remove = Remove it
market-remove-title = Remove “{ $name }” from this computer?
market-remove-body = { $count ->
    [0] Its addresses are forgotten. Nothing in the shop changes.
    [one] Its account is signed out and its addresses are forgotten. Nothing in the shop changes, and set up again, nothing is created twice.
   *[other] Its { $count } accounts are signed out and its addresses are forgotten. Nothing in the shop changes, and set up again, nothing is created twice.
}
login-own-other = Or another one:

## Setting up a marketplace

setup-new = Enter the addresses
setup-edit = Change the marketplace's settings
setup-edit-title = The marketplace's settings
setup-body = Your marketplace's documentation for developers has these addresses. Test them before you sign in.
setup-name-fixed = The name stays: accounts and imports on this computer are bound to it.
setup-layout = Layout
setup-layout-base = One address (v1)
setup-layout-core = Core and upload (v3, v4)
setup-layout-help = The documentation shows paths that begin with v1 on one address, or with v3 and v4 on two.
setup-oauth = For signing in with the browser
setup-oauth-help = Only if you registered a program in the developer panel. A pasted token needs none of this.
setup-pkce = Send a code challenge along (PKCE; leave it on unless your marketplace refuses it)
setup-moves = { $count ->
    [one] The addresses change, so the account of this marketplace is signed out: its token is not for other addresses.
   *[other] The addresses change, so the { $count } accounts of this marketplace are signed out: their tokens are not for other addresses.
}
setup-not-ready = Fill in what is required and mend what is marked, then test or save.
setup-save = Save and sign in
setup-test = Test
market-name = Name
    .help = What you call this marketplace.
market-base = API address
    .help = Where all requests go; paths beginning with /v1 are added to it.
market-core = Core address
    .help = Where accounts and products are; paths beginning with /v3 and /v4 are added to it.
market-upload = Upload address
    .help = Where photos go; /v3/files is added to it.
market-auth = Sign-in address
    .help = Where tokens are checked and issued; /whoami and /oauth/token are added to it.
market-sso = Consent page
    .help = The page where people allow access in the browser.
market-webhook = Webhook address
    .help = Where webhooks are registered; /v1/webhooks is added to it.
market-client-id = Client id
    .help = The number or name of your program in the developer panel.
market-redirect = Return address
    .help = Exactly as registered, such as http://127.0.0.1:8765/callback. A port below 49152 is best.
market-scopes = Permissions asked for
    .help = With spaces between. They can be changed at each sign-in.
market-exchange = Exchange server
    .help = Optional: a server of yours that holds the client secret.
entry-missing = This is needed.
entry-no-address = This is no address. It begins with https://
entry-not-https = It has to begin with https:// so that nobody can read your token on the way.
entry-user-name = An address must not hold a user name or a password.
entry-fragment = Leave out # and what follows it.
entry-query = Leave out ? and what follows it: paths are added to this address.

## Trying the addresses

trial-trying = Trying each address…
trial-good = Every address works
trial-bad = { $count ->
    [one] { $count } address does not work yet
   *[other] { $count } addresses do not work yet
}
trial-reached = Somebody answers there.
trial-port-free = This computer can take the browser's answer there.
trial-port-taken = Another program on this computer holds this port, so the browser's answer would not arrive. Close that program, or register another return address with another port.
trial-no-host = There is no such host. Check the spelling, and that this computer is online.
trial-no-answer = The host is known, but nobody answers there. Check the port; perhaps the service is down or something blocks it.
trial-tls = No secure connection: { $said }. Check the address, and this computer's clock.
trial-timed-out = No answer in time. Try again, or check the address.
trial-web-page = A web page for people is there, not the interface for programs. Take the address from the documentation for developers.
trial-not-found = A server answers, but has nothing at this address (404). A part of the path may be missing or too much.
trial-server-error = The server is there and fails (error { $status }). Try again later.
trial-elsewhere = The server sends everybody on to { $said }. Enter that address, if it is your marketplace's.
trial-broken = The answer broke off: { $said }. Try again.
