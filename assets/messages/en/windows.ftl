### Terms that Windows names differently; loaded there after all others.

-keychain = Windows Credential Manager
