# The full check, sourced by ./ringtail: installs what the tests need, runs them all, counts.

# Debian packages, each with the tests that need it.
test_packages() {
    cat <<'LIST'
ethtool                   changes of settings, in network namespaces
iproute2                  everything in network namespaces
iputils-ping              everything in network namespaces
procps                    agents in processes of their own
gcc                       layouts of kernel structs
libc6-dev                 layouts of kernel structs
linux-libc-dev            layouts of kernel structs
chromium                  the page in a browser
chromium-driver           the page in a browser
sockperf                  the probe beside sockperf
prometheus-node-exporter  the agent beside node_exporter
prometheus                Ringtail's own metrics and the rules on them
prometheus-alertmanager   delivery of alerts
postgresql-client         history over the PG wire protocol
python3-confluent-kafka   topics read by a stock client
python3-avro              topics read by a stock client
python3-requests          what the stock client asks the registry with
LIST
    # Node comes from many places; only where there is none, from Debian.
    command -v npm >/dev/null || echo "npm                       Grafana's boards against Grafana's own types"
}

installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_packages() {
    local package rest
    test_packages | while read -r package rest; do
        installed "$package" || echo "$package"
    done
}

# Installs without starting any service: a policy that forbids it stands in for the time.
install_packages() {
    local policy=/usr/sbin/policy-rc.d own=""
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod 755 "$policy"
        own=yes
    fi
    echo "ringtail: installing $*"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } \
        >"$root/target/apt.log" 2>&1 || echo "ringtail: not all of them could be installed, see $root/target/apt.log"
    if [ -n "$own" ]; then rm -f "$policy"; fi
}

prepare() {
    local missing
    if [ ! -e /etc/debian_version ]; then
        echo "ringtail: not a Debian: tests whose tools are missing are left out. They need the equivalents of"
        test_packages | sed 's/^/    /'
    else
        missing=$(missing_packages | tr '\n' ' ')
        if [ -n "$missing" ] && [ "$(id -u)" = 0 ]; then
            # shellcheck disable=SC2086
            install_packages $missing
            missing=$(missing_packages | tr '\n' ' ')
        fi
        if [ -n "$missing" ]; then
            echo "ringtail: packages are missing; this installs them:"
            echo "    sudo apt-get install --no-install-recommends $missing"
            echo "Until then these tests are left out:"
            test_packages | grep -E "^(${missing// /|}) " | sed 's/^/    /' || true
        fi
    fi
    if [ "$(id -u)" != 0 ]; then
        echo "ringtail: not root: tests in network namespaces and of sources that need a privilege are left out"
    fi
}

full_check() {
    local status=0 log=$root/target/test.log
    mkdir -p "$root/target"
    prepare
    rm -rf "$root"/*/target/surefire-reports "$root"/*/target/failsafe-reports
    echo "ringtail: checking with $JAVA_HOME (log: $log)"
    run_maven "$log" --fail-at-end verify || status=1
    if [ $status != 0 ]; then
        echo "ringtail: the check failed; from $log:"
        grep '^\[ERROR\]' "$log" | head -n 40 || true
    fi
    "$JAVA_HOME/bin/java" "$root/.ci/TestReport.java" "$root" || status=1
    exit $status
}
