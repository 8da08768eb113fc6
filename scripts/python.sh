# shellcheck shell=bash
# Python tools in environments of their own in .tools. Their versions are pinned by a file.

# setup_python NAME REQUIREMENTS: installs what the file lists into .tools/NAME, unless it is installed. PYTHON is then
# the Python that has it.
setup_python() {
  local folder=$tools/$1 installed=$tools/$1/.installed.txt
  shift
  PYTHON=$folder/bin/python
  export PYTHON
  if cmp -s "$1" "$installed"; then return; fi
  if ! python3 -c "import venv, ensurepip" 2>/dev/null; then
    have apt-get || fail "python3 is not installed with its module venv: install Python 3.11 or newer, and run make again"
    apt_install python3 python3-venv
  fi
  say "installing the Python tools"
  rm -rf "$folder"
  logged python-venv "install Python's module venv (Debian: apt-get install python3-venv)" python3 -m venv "$folder"
  logged python-tools "check the network, then run make again" \
    "$PYTHON" -m pip install --disable-pip-version-check --requirement "$1"
  cp "$1" "$installed"
}
