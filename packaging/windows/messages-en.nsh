; The installer's own texts. Those of its pages come with NSIS.
LangString AppName ${LANG_ENGLISH} "Vitrine"
LangString Purpose ${LANG_ENGLISH} "Create online shop products from folders of photos"
LangString CloseWindow ${LANG_ENGLISH} "Vitrine is open and will be closed now. You can resume an unfinished import when you open it again."
LangString InUse ${LANG_ENGLISH} "Vitrine is still running, maybe in a terminal. Wait until it’s done, or stop it with Ctrl+C, then try again."
LangString DeleteData ${LANG_ENGLISH} "Delete my data"
LangString DeleteDataExplained ${LANG_ENGLISH} "Signs you out and deletes unfinished imports, the history of earlier ones, and settings. Products in your shop stay."
