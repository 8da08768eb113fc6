# shellcheck shell=bash
# The Python tools of tests, in an environment of their own in .tools, in PYTHON. Their versions are pinned by a file.

# setup_python REQUIREMENTS: installs what the file lists, unless it is installed.
setup_python() {
  local folder=$tools/python installed=$tools/python/.installed.txt
  PYTHON=$folder/bin/python
  export PYTHON
  if cmp -s "$1" "$installed"; then return; fi
  have python3 || fail "python3 is not installed: install Python 3.11 or newer with its module venv (Debian: apt-get install python3-venv)"
  say "installing the Python tools"
  rm -rf "$folder"
  logged python-venv "install Python's module venv (Debian: apt-get install python3-venv)" python3 -m venv "$folder"
  logged python-tools "check the network, then run make again" \
    "$PYTHON" -m pip install --disable-pip-version-check --requirement "$1"
  cp "$1" "$installed"
}
