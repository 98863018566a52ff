@echo off
rem The Windows half of ./cdui: makes .venv on first use, then hands over to `python -m app`.
rem Written by the same plan as the POSIX launcher, and not yet tried on a Windows machine.
setlocal EnableExtensions
set "root=%~dp0"
set "venv=%root%.venv"
set "python=%venv%\Scripts\python.exe"
set "stamp=%venv%\cdui-stamp"
set "unfinished=%venv%\cdui-installing"
if "%~1"=="--version" (
  for /f tokens^=2^ delims^=^" %%v in ('findstr /b "__version__" "%root%app\__init__.py"') do echo codefyui-desktop %%v
  exit /b 0
)
set "extras=ml"
for %%w in ("" "start" "--window") do if "%~1"==%%w set "extras=ml,desktop"
if /i "%~x1"==".json" set "extras=ml,desktop"
if "%~1"=="test" set "extras=ml,desktop,test"
set "key="
for %%f in ("%root%pyproject.toml" "%root%packaging\constraints.txt") do call set "key=%%key%%%%~zf-%%~tf-"
set "want=%key% %extras%"
set "have="
if exist "%stamp%" set /p have=<"%stamp%"
if exist "%python%" if not exist "%unfinished%" (
  if "%have%"=="%want%" goto run
  if "%have%"=="%key% ml,desktop,test" goto run
  if "%want%"=="%key% ml" if "%have%"=="%key% ml,desktop" goto run
)
rem The state and a stop are answered with what is there: they never install, least of all over a server that runs.
set "asks="
if "%~1"=="stop" set "asks=1"
if "%~1"=="status" set "asks=1"
if defined asks (
  if exist "%python%" if exist "%stamp%" goto run
  echo cdui: nothing is installed here yet. cdui start does that. 1>&2
  exit /b 1
)
set "base="
for %%p in ("py -3" python3 python) do if not defined base (
  %%~p -c "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))" >nul 2>&1 && set "base=%%~p"
)
if not defined base (
  echo cdui: Python 3.11 or newer is needed and was not found. Install it and tick "Add to PATH". 1>&2
  exit /b 1
)
if not exist "%python%" set "clear=--clear"
if exist "%unfinished%" set "clear=--clear"
if defined clear (
  echo [1/2] Making a Python environment in %venv% 1>&2
  %base% -m venv --clear "%venv%" 1>&2 || exit /b 1
)
echo [2/2] Installing the libraries; PyTorch is large, so the first time takes a few minutes 1>&2
type nul >"%unfinished%"
pushd "%root%"
"%python%" -m pip install --no-input --disable-pip-version-check -c packaging\constraints.txt -e ".[%extras%]" 1>&2
if errorlevel 1 (popd & exit /b 1)
popd
>"%stamp%" echo %want%
del "%unfinished%"
:run
if exist "%root%ui\package.json" if not "%~1"=="stop" if not "%~1"=="status" "%python%" "%root%packaging\ui.py"
"%python%" -P -m app %*
exit /b %errorlevel%
