; Installs Vitrine for the current user. packaging/windows/build-nsis defines VERSION, NUMBERS, STAGE and OUTPUT.
;
; /S installs and uninstalls without a question; /D=FOLDER, the last argument, chooses the folder. A silent uninstallation keeps the
; data unless /DELETEDATA is given.

Target amd64-unicode
ManifestDPIAware true
ManifestSupportedOS Win10
RequestExecutionLevel user
SetCompressor /SOLID lzma
; Of the size of both programs together, which are nearly equal.
SetCompressorDictSize 128
; Otherwise the installer would contain times of the machine that built it.
SetDateSave off

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include Sections.nsh
!include StrFunc.nsh
!include WinMessages.nsh
${Using:StrFunc} UnStrRep

!define REGISTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Vitrine"
!define APP_PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths\vitrine.exe"
; As which the program shows notifications (src/worker/platform/notifications.rs).
!define APP_ID "Software\Classes\AppUserModelId\Vitrine.Vitrine"
; Another start of the program with the same data hands its paths over, so that data are never used twice.
!define DATA "$LOCALAPPDATA\Vitrine"
; Longer texts do not fit into a variable of NSIS, and would be cut off.
!define MAX_PATH_LENGTH 800

Name "$(AppName)"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Vitrine"
InstallDirRegKey HKCU "${REGISTRY}" InstallLocation
BrandingText "Vitrine ${VERSION}"

VIProductVersion "${NUMBERS}"
VIAddVersionKey /LANG=1033 ProductName "Vitrine"
VIAddVersionKey /LANG=1033 ProductVersion "${VERSION}"
VIAddVersionKey /LANG=1033 FileVersion "${VERSION}"
VIAddVersionKey /LANG=1033 FileDescription "Vitrine"
VIAddVersionKey /LANG=1033 CompanyName "The Vitrine authors"
VIAddVersionKey /LANG=1033 LegalCopyright "MIT OR Apache-2.0"

!define MUI_ICON "vitrine.ico"
!define MUI_UNICON "vitrine.ico"
!define MUI_WELCOMEFINISHPAGE_BITMAP "side.bmp"
!define MUI_ABORTWARNING
!define MUI_LANGDLL_REGISTRY_ROOT HKCU
!define MUI_LANGDLL_REGISTRY_KEY "${REGISTRY}"
!define MUI_LANGDLL_REGISTRY_VALUENAME InstallerLanguage

!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\vitrine.exe"
!insertmacro MUI_PAGE_FINISH

!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Farsi"
!insertmacro MUI_RESERVEFILE_LANGDLL
!include "messages-en.nsh"
!include "messages-fa.nsh"

; Sets $R2 if the file of the program is in use.
!macro FindInUse file
  ${If} ${FileExists} "$INSTDIR\${file}"
    ClearErrors
    FileOpen $R0 "$INSTDIR\${file}" a
    ${If} ${Errors}
      StrCpy $R2 "${file}"
    ${Else}
      FileClose $R0
    ${EndIf}
  ${EndIf}
!macroend

; Closes the window as its close button does: what was typed is saved, and an import resumes at the next start. Asks first, unless
; silent. Ends the installer while a file of the program is still in use, such as by an import in a terminal.
!macro CloseVitrine un
Function ${un}FindWindow
  ; winit gives this class to its windows. The title is in the language of the window.
  FindWindow $R0 "Window Class" "Vitrine"
  ${If} $R0 = 0
    FindWindow $R0 "Window Class" "ویترین"
  ${EndIf}
FunctionEnd

Function ${un}CloseVitrine
  Call ${un}FindWindow
  ${If} $R0 <> 0
    MessageBox MB_OKCANCEL|MB_ICONINFORMATION "$(CloseWindow)" /SD IDOK IDOK +2
      Abort
    StrCpy $R1 0
    ${DoWhile} $R0 <> 0
      ; Repeated, because there may be windows of several data directories. Half a minute in all.
      ${If} $R1 > 120
        ${Break}
      ${EndIf}
      System::Call "user32::PostMessage(p $R0, i ${WM_CLOSE}, p 0, p 0)"
      Sleep 250
      IntOp $R1 $R1 + 1
      Call ${un}FindWindow
    ${Loop}
  ${EndIf}

  StrCpy $R1 0
  again:
  StrCpy $R2 ""
  !insertmacro FindInUse "vitrine.exe"
  !insertmacro FindInUse "vitrine.com"
  ${If} $R2 != ""
    ; The process ends a moment after its window.
    IntOp $R1 $R1 + 1
    Sleep 250
    IntCmp $R1 20 0 again 0
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(InUse)" /SD IDCANCEL IDRETRY again
    SetErrorLevel 2
    Abort "$(InUse)"
  ${EndIf}
FunctionEnd
!macroend
!insertmacro CloseVitrine ""
!insertmacro CloseVitrine "un."

; Tells running programs that the environment changed.
!macro AnnounceEnvironment
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
!macroend

Function .onInit
  SetShellVarContext current
  !insertmacro MUI_LANGDLL_DISPLAY
FunctionEnd

Section
  ; Typed with a backslash at its end, the folder would not be found on the path again.
  StrCpy $0 $INSTDIR 1 -1
  ${If} $0 == "\"
    StrCpy $INSTDIR $INSTDIR -1
  ${EndIf}
  Call CloseVitrine
  SetOutPath "$INSTDIR"
  File /r "${STAGE}\*"
  ; Beside notifications.
  File "/oname=vitrine.png" "..\..\assets\icon-64.png"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  ; The entries are named in the language of the installer; those of an earlier installation may have the other one.
  Delete "$SMPROGRAMS\Vitrine.lnk"
  Delete "$SMPROGRAMS\ویترین.lnk"
  Delete "$SENDTO\Vitrine.lnk"
  Delete "$SENDTO\ویترین.lnk"
  CreateShortcut "$SMPROGRAMS\$(AppName).lnk" "$INSTDIR\vitrine.exe" "" "" "" "" "" "$(Purpose)"
  ; What is sent to it is dropped on its import screen.
  CreateShortcut "$SENDTO\$(AppName).lnk" "$INSTDIR\vitrine.exe" "" "" "" "" "" "$(Purpose)"

  ; "vitrine" in the Run dialog, and in a terminal.
  WriteRegStr HKCU "${APP_PATHS}" "" "$INSTDIR\vitrine.exe"
  ReadRegStr $0 HKCU "Environment" "Path"
  StrLen $1 $0
  ${If} $1 < ${MAX_PATH_LENGTH}
    Push "$0;"
    Push "$INSTDIR;"
    Call ContainsText
    Pop $2
    ${If} $2 == 0
      ${If} $0 == ""
        WriteRegExpandStr HKCU "Environment" "Path" "$INSTDIR"
      ${Else}
        WriteRegExpandStr HKCU "Environment" "Path" "$0;$INSTDIR"
      ${EndIf}
      !insertmacro AnnounceEnvironment
    ${EndIf}
  ${EndIf}

  WriteRegStr HKCU "${APP_ID}" DisplayName "$(AppName)"
  WriteRegStr HKCU "${APP_ID}" IconUri "$INSTDIR\vitrine.png"

  WriteRegStr HKCU "${REGISTRY}" DisplayName "$(AppName)"
  WriteRegStr HKCU "${REGISTRY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${REGISTRY}" DisplayIcon "$INSTDIR\vitrine.exe,0"
  WriteRegStr HKCU "${REGISTRY}" Publisher "The Vitrine authors"
  WriteRegStr HKCU "${REGISTRY}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${REGISTRY}" InstallerLanguage "$LANGUAGE"
  WriteRegStr HKCU "${REGISTRY}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${REGISTRY}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${REGISTRY}" NoModify 1
  WriteRegDWORD HKCU "${REGISTRY}" NoRepair 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${REGISTRY}" EstimatedSize $0
SectionEnd

; Push text, push part, call; pops 1 if the text contains the part, else 0.
Function ContainsText
  Exch $R1
  Exch
  Exch $R0
  Push $R2
  Push $R3
  Push $R4
  StrLen $R2 $R1
  StrCpy $R3 0
  ${Do}
    StrCpy $R4 $R0 $R2 $R3
    ${If} $R4 == ""
      StrCpy $R1 0
      ${Break}
    ${EndIf}
    ${If} $R4 == $R1
      StrCpy $R1 1
      ${Break}
    ${EndIf}
    IntOp $R3 $R3 + 1
  ${Loop}
  StrCpy $R0 $R1
  Pop $R4
  Pop $R3
  Pop $R2
  Pop $R1
  Exch $R0
FunctionEnd

Section "un.$(AppName)" SectionProgram
  SectionIn RO
  Call un.CloseVitrine
  ReadRegStr $0 HKCU "Environment" "Path"
  StrLen $1 $0
  ${If} $1 < ${MAX_PATH_LENGTH}
    ${UnStrRep} $2 "$0;" "$INSTDIR;" ""
    ${If} $2 != "$0;"
      ; Without the semicolon that was added for the comparison.
      StrCpy $2 $2 -1
      ${If} $2 == ""
        DeleteRegValue HKCU "Environment" "Path"
      ${Else}
        WriteRegExpandStr HKCU "Environment" "Path" $2
      ${EndIf}
      !insertmacro AnnounceEnvironment
    ${EndIf}
  ${EndIf}
  Delete "$SMPROGRAMS\Vitrine.lnk"
  Delete "$SMPROGRAMS\ویترین.lnk"
  Delete "$SENDTO\Vitrine.lnk"
  Delete "$SENDTO\ویترین.lnk"
  DeleteRegKey HKCU "${APP_PATHS}"
  DeleteRegKey HKCU "${APP_ID}"
SectionEnd

Section /o "un.$(DeleteData)" SectionData
  ; Deletes the saved token of the last account, too.
  nsExec::Exec /TIMEOUT=10000 '"$INSTDIR\vitrine.com" logout'
  Pop $0
  RMDir /r "${DATA}"
SectionEnd

Section "un."
  Delete "$INSTDIR\vitrine.exe"
  Delete "$INSTDIR\vitrine.com"
  Delete "$INSTDIR\vitrine.png"
  Delete "$INSTDIR\LICENSE-MIT"
  Delete "$INSTDIR\LICENSE-APACHE"
  Delete "$INSTDIR\licenses.txt"
  Delete "$INSTDIR\uninstall.exe"
  ; Only if nothing else is in it.
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${REGISTRY}"
SectionEnd

Function un.onInit
  SetShellVarContext current
  !insertmacro MUI_UNGETLANGUAGE
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/DELETEDATA" $1
  ${IfNot} ${Errors}
    !insertmacro SelectSection ${SectionData}
  ${EndIf}
FunctionEnd

!insertmacro MUI_UNFUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionProgram} "$(Purpose)"
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionData} "$(DeleteDataExplained)"
!insertmacro MUI_UNFUNCTION_DESCRIPTION_END
