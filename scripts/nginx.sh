# shellcheck shell=bash
# The nginx that tests put in front of the service, in NGINX: an installed one, or on Debian that of its package,
# unpacked into .tools. Installing the package would also start it, on port 80.

setup_nginx() {
  local unpacked=$tools/nginx/usr/sbin/nginx
  NGINX=${NGINX:-$(first_of nginx /usr/sbin/nginx "$unpacked")}
  if [ -z "$NGINX" ]; then
    have apt-get || fail "nginx is needed: install it, and set NGINX to its path unless it is on PATH"
    say "unpacking nginx"
    apt_unpack nginx "$tools/nginx"
    NGINX=$unpacked
    "$NGINX" -v 2>/dev/null || fail "nginx: the unpacked $NGINX does not run; install nginx, and run make again"
  fi
  export NGINX
}
