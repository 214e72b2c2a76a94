; The installer's own texts. Those of its pages come with NSIS.
LangString AppName ${LANG_ENGLISH} "Vitrine"
LangString Purpose ${LANG_ENGLISH} "Create online shop products from folders of photos"
LangString CloseWindow ${LANG_ENGLISH} "Vitrine is open. It will be closed now; an import resumes at the next start."
LangString InUse ${LANG_ENGLISH} "Vitrine is still running, maybe in a terminal. Wait until it has ended, or stop it with Ctrl+C, and try again."
LangString DeleteData ${LANG_ENGLISH} "Delete my data"
LangString DeleteDataExplained ${LANG_ENGLISH} "Signs out and deletes unfinished imports, what is known of earlier ones, and settings. Products in your shop stay."
