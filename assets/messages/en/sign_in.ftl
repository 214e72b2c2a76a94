### Signing in, accounts, and setting up a marketplace.

## Sign-in methods

login-methods = Sign-in method
method-token = Token
method-browser = Browser
method-client-credentials = Client credentials
login-retry = Start over
login-has-refresh-token = I also have a refresh token
login-refresh-token = Refresh token
    .help = Optional. Lets Vitrine renew your token automatically when it expires.
login-check = Check token
login-check-help = You’ll see whose token it is before anything is saved.
login-browser-open-again = Open page again
login-browser-paste-wrong = This address isn’t from this sign-in. Copy the full address of the last page in your browser and paste it again.
browser-none = Couldn’t open a browser
    .help = Copy the link and open it in any browser, even on another device. After you allow access, copy the address of the page you end up on and paste it below.
browser-open = Open sign-in page
browser-manual-help = Open your marketplace’s sign-in page and allow access. The browser then goes to another page, which may be blank or show an error. Copy that page’s address from the address bar and paste it here.
browser-manual-paste = The full address. It contains “code=”.
browser-help = Your marketplace’s sign-in page opens in your browser. Allow access there, then come back here.
browser-not-set-up = To sign in with a browser, Vitrine must be registered with your marketplace. Enter its client ID, redirect URI, and authorization page in the marketplace settings, or paste a token instead.

## Errors that stay on the consent page

browser-error = My browser shows an error
browser-error-address = If it mentions redirect_uri_mismatch, register exactly this redirect URI in the developer panel:
browser-error-copy = Copy redirect URI
browser-error-registered = Redirect URI in the developer panel
browser-error-registered-help = Paste it here to see where the two differ.
browser-error-same = Both are the same. Save the URI in the developer panel, then open the page again.
browser-error-client = If it mentions invalid_client, compare this client ID with the one in the developer panel: { $id }

## Scopes of a token

scopes-title = What Vitrine can do
scopes-change = Change permissions
scopes-other = Other permissions
scopes-other-help = Names as shown in your marketplace’s developer panel, separated by spaces. Use * to ask for everything.
scopes-none = Select at least one permission.
scope-refused = { $scope }: not granted by your marketplace
scope-needed = { $scope }: needed for this action
scope-everything = Everything your account can do

## The client secret

secret = Client secret
    .help = Shown next to the client ID in the developer panel. It’s stored in { -keychain } and never shown again.
secret-save = Save secret
secret-saved = Client secret saved in { -keychain }
secret-not-saved = Couldn’t save the client secret
    .help = It couldn’t be saved in { -keychain }. The secret works until you close Vitrine; after that, you’ll be asked for it again.
secret-session = Client secret available until you close Vitrine
secret-forget = Delete secret
secret-use-session = Use it until I close Vitrine

## Client credentials

client-credentials-help = For system integrations. Vitrine signs in with its own client ID and secret and requests every permission (*), without asking a user. Use this only if your developer panel tells you to.
client-credentials-client = Client ID: { $id }
client-credentials-sign-in = Use client credentials
client-credentials-no-secret = Enter the client secret first.
client-credentials-not-set-up = First, enter your client ID in the marketplace settings. You find it in your developer panel.

## Confirming the account

confirm-title = Is this your shop?
confirm-person = Name:
confirm-username = Username:
confirm-shop = Shop:
confirm-market = Marketplace:
confirm-no-shop = This account has no shop yet. You can sign in, but you can’t create products.
confirm-until = You’ll stay signed in until { $date }.
confirm-until-unknown = The marketplace doesn’t say how long you’ll stay signed in.
confirm-expired = This token looks expired, but the marketplace still accepts it.
confirm-renewable = It renews automatically.
confirm-continue = Yes, continue
confirm-session = Only until I close Vitrine
confirm-retry-keychain = Try saving it again

## Signing in again for more scopes

reauthorize-title = Sign in again with more permissions
reauthorize-body = You’ll stay signed in until this succeeds. Nothing in progress is lost.
reauthorize-token = In the developer panel, create a token that also includes: { $scopes }. Then paste it here.
reauthorize-offer = Sign in again to allow it
reauthorize-stay = Not now

## Accounts

accounts-title = Accounts
accounts-none = No accounts on this computer
account-name-and-market = { $name }, { $market }
account-last-used = Last opened { $date }
account-client = App: { $name }
account-mobile = Phone: { $number }
account-waiting = { $count ->
    [one] { $count } product waiting
   *[other] { $count } products waiting
}
account-changes = { $count ->
    [one] { $count } change waiting
   *[other] { $count } changes waiting
}
account-current = Current
market-at-host = { $market } ({ $host })
account-signed-out = Signed out
account-use = Open
account-switch = Open { $name }
account-sign-in = Sign in
account-sign-out = Sign out { $name }
account-add = Add account
account-other-market = Use another marketplace
account-menu = Switch or sign out
sign-out-title = Sign out of { $name } ({ $market })?
sign-out-body = Your token is removed from this computer.
sign-out-waiting = { $count ->
    [one] { $count } product hasn’t been created yet. If you keep it, it resumes when you sign in again.
   *[other] { $count } products haven’t been created yet. If you keep them, they resume when you sign in again.
}
sign-out-changes = { $count ->
    [one] { $count } product hasn’t been changed yet. If you keep it, you can resume when you sign in again.
   *[other] { $count } products haven’t been changed yet. If you keep them, you can resume when you sign in again.
}
sign-out-review = { $count ->
    [one] { $count } product in your review hasn’t been imported yet. If you keep it, it’s here when you sign in again.
   *[other] { $count } products in your review haven’t been imported yet. If you keep them, they’re here when you sign in again.
}
sign-out-running = The running import is paused first.
sign-out-drop-loses = Removing the account from Vitrine gives up what isn’t finished. Your shop and your account with the marketplace stay as they are.
sign-out-keep = Keep and sign out
sign-out-drop = Remove account and sign out
leave-title = An import is running
leave-body = It pauses until you switch back to this account. Products already created stay in your shop.
leave-confirm = Pause and switch
leave-sign-out-body = It pauses, and resumes when you sign in again. Products already created stay in your shop.
leave-sign-out-confirm = Pause and sign out
leave-changes-title = Products are being changed
leave-changes-body = The changes pause, and you can resume them when you’re back in this account. Products already changed keep their new values.
close-body = It pauses, and you can resume it when you open Vitrine again. Products already created stay in your shop.
close-changes-body = The changes pause, and you can resume them when you open Vitrine again. Products already changed keep their new values.
close-keep = Keep open
close-anyway = Close anyway
leave-stay = Stay here
leaving-title = One moment…
leaving-body = Waiting for products that were already sent, so that none is created twice.
leaving-changes-body = Waiting for changes that were already sent, so that Vitrine knows which products have the new values.

## Marketplaces

markets-title = Marketplaces
markets-none = No marketplaces yet
market-accounts = { $count ->
    [0] No accounts
    [one] { $count } account
   *[other] { $count } accounts
}
market-open = Open
market-open-named = Open { $name }
market-offered = Comes with Vitrine, not used yet
login-ready-made = Vitrine’s settings for { $market } come from public documents and haven’t been tested with { $market } itself yet. Start with one or two products.
market-edit-named = Edit { $name }
market-remove-named = Remove { $name }
market-remove = Remove
market-remove-title = Remove “{ $name }” from this computer?
market-remove-body = { $count ->
    [0] Its settings are deleted from this computer. Nothing in your shop changes.
    [one] You’re signed out of its account, and its settings are deleted from this computer. Nothing in your shop changes. If you add it again, nothing is created twice.
   *[other] You’re signed out of its { $count } accounts, and its settings are deleted from this computer. Nothing in your shop changes. If you add it again, nothing is created twice.
}
login-own-other = Another marketplace? Use the marketplace file you were given, or enter its addresses:

## The marketplace form

setup-new = Enter addresses manually
setup-edit = Edit marketplace settings
setup-edit-title = Marketplace settings
setup-body = You’ll find these addresses in your marketplace’s developer documentation. Test them before you sign in.
setup-name-fixed = The name can’t be changed: accounts and imports on this computer use it.
setup-layout = API layout
setup-layout-base = One address (v1)
setup-layout-core = Separate core and upload addresses (v3, v4)
setup-layout-help = Check the documentation: paths begin with v1 on one address, or with v3 and v4 on two.
setup-layout-tables = { $tables } still has paths of the other layout. Change them in the marketplace file, or these parts won’t work.
setup-oauth = Browser sign-in
setup-oauth-help = Only if you registered an app in the developer panel. Not needed for a pasted token.
setup-pkce = Use PKCE (recommended; turn off only if your marketplace rejects it)
setup-addresses-changed = { $count ->
    [one] Because the addresses change, this marketplace’s account will be signed out. Its token is never sent to a different address.
   *[other] Because the addresses change, this marketplace’s { $count } accounts will be signed out. Their tokens are never sent to a different address.
}
setup-not-ready = Fill in the required fields and fix the highlighted ones, then test or save.
setup-save = Save and sign in
setup-test = Test connection
market-name = Name
    .help = Any name you’ll recognize.
market-base = API address
    .help = For all requests. Paths that begin with /v1 are added to it.
market-core = Core address
    .help = For accounts and products. Paths that begin with /v3 and /v4 are added to it.
market-upload = Upload address
    .help = For photos. /v3/files is added to it.
market-auth = Sign-in address
    .help = For checking and issuing tokens. /whoami and /oauth/token are added to it.
market-sso = Authorization page
    .help = The page where people allow access in their browser.
market-webhook = Webhook API address
    .help = For registering webhooks. /v1/webhooks is added to it.
market-client-id = Client ID
    .help = Your app’s ID in the developer panel.
market-redirect = Redirect URI
    .help = Exactly as registered, for example http://127.0.0.1:8765/callback. Ports below 49152 work best.
market-scopes = Permissions to request
    .help = Separated by spaces. You can change them each time you sign in.
market-exchange = Token exchange server
    .help = Optional. Your own server that holds the client secret.
entry-missing = Required
entry-invalid-address = Enter an address that starts with https://
entry-not-https = Use https:// so that nobody can read your token on the way.
entry-user-name = Remove the username and password from the address.
entry-fragment = Remove # and everything after it.
entry-query = Remove ? and everything after it. Paths are added to this address.

## Testing the addresses

test-running = Testing addresses…
test-passed = All addresses work
test-failed = { $count ->
    [one] { $count } address isn’t working yet
   *[other] { $count } addresses aren’t working yet
}
test-reached = Connected
test-port-free = This computer can receive the browser’s reply.
test-port-taken = Another app is using this port, so the browser’s reply wouldn’t arrive. Close that app, or register a redirect URI with a different port.
test-port-refused = This computer doesn’t let apps use this port. Register a redirect URI with a different port, such as 8765.
test-no-host = Host not found. Check the spelling and your internet connection; your VPN may need to be off (or on).
test-no-answer = The host exists but doesn’t respond. Check the port and your VPN. The service may be down or blocked.
test-tls = Couldn’t connect securely: { $said }. Check the address and this computer’s date and time, or turn off your VPN.
test-timed-out = No response in time. Check the address and your VPN, then try again.
test-web-page = This is a website, not an API. Use the address from the developer documentation. A Wi-Fi sign-in page may also have answered.
test-not-found = The server responds, but there’s nothing at this address (404). Compare it with the developer documentation; part of the path may be missing or wrong.
test-server-error = The server returned error { $status }. Try again later.
test-redirected = The server redirects to { $said }. If that’s your marketplace, use that address.
test-connection-broken = The connection was lost: { $said }. Try again.
