# shellcheck shell=bash
# The Python tools of tests, in an environment of their own in .tools, in PYTHON. Their versions are pinned by a file.

# setup_python REQUIREMENTS: installs what the file lists, unless it is installed.
setup_python() {
  local folder=$tools/python installed=$tools/python/.installed.txt
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
