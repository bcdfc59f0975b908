# Finds a Java of at least MIN_JAVA; sourced by the launchers.
MIN_JAVA=25

# Major version of the Java in a directory, from its release file; nothing if there is none.
java_version_of() {
    [ -x "$1/bin/java" ] || return 0
    if [ -r "$1/release" ]; then
        sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
    else
        "$1/bin/java" -version 2>&1 | sed -n '1s/.*version "\([0-9]*\).*/\1/p'
    fi
}

# Whether a directory has a Java that will do; with a second argument, that program must be in it too.
java_fits() {
    local version
    version=$(java_version_of "$1")
    [ "${version:-0}" -ge "$MIN_JAVA" ] && { [ -z "${2:-}" ] || [ -x "$1/bin/$2" ]; }
}

# Directory of the java on the PATH.
java_of_path() {
    local java
    java=$(command -v java) && java=$(readlink -f "$java") && dirname "$(dirname "$java")"
}

# Prints the directory of a fitting Java, or fails. RINGTAIL_JAVA_HOME is taken at its word: it fits or it is an error.
find_java() {
    local home
    if [ -n "${RINGTAIL_JAVA_HOME:-}" ]; then
        java_fits "$RINGTAIL_JAVA_HOME" "${1:-}" && printf '%s\n' "$RINGTAIL_JAVA_HOME"
        return
    fi
    for home in "${JAVA_HOME:-}" "$(java_of_path)" /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
        /opt/* /opt/*/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if [ -n "$home" ] && java_fits "$home" "${1:-}"; then
            printf '%s\n' "$home"
            return
        fi
    done
    return 1
}

# Says what to do about a Java that is missing; the argument is JDK or JRE.
explain_java() {
    if [ -n "${RINGTAIL_JAVA_HOME:-}" ]; then
        echo "ringtail: RINGTAIL_JAVA_HOME=$RINGTAIL_JAVA_HOME is no $1 $MIN_JAVA or newer."
    else
        echo "ringtail: no $1 $MIN_JAVA or newer found (looked at JAVA_HOME, PATH, /usr/lib/jvm, ~/.sdkman, ~/.jdks, /opt)."
    fi
    echo "Install one (such as https://adoptium.net/temurin/releases/?version=$MIN_JAVA) and, if it is somewhere else, set"
    echo "    RINGTAIL_JAVA_HOME=/path/to/it"
}
