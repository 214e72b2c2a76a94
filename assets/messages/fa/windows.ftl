### Terms that Windows names differently; loaded there after all others.

-keychain = محل امن رمزهای ویندوز (Credential Manager)
