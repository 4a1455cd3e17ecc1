# completion_bash.awk: completes commands, options and their fixed values; otherwise bash completes file names.
END {
    print "# Made from `mergus --help`."
    print "_mergus() {"
    print "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' words='' at"
    print "    for ((at = 1; at < COMP_CWORD; ++at)); do"
    print "        case \"$command ${COMP_WORDS[at]}\" in"
    for (c = 2; c <= commands; ++c) printf "        '%s%s') command='%s' ;;\n", index(command[c], " ") ? "" : " ", command[c], command[c]
    print "        esac\n    done\n    COMPREPLY=()\n    case \"$command:$previous\" in"
    for (i = 1; i <= items; ++i) {
        if (part[i] != "Options" || choices(i) == "") continue
        n = split(name[i], spelled, ",")
        pattern = ""
        for (s = 1; s <= n; ++s) pattern = pattern (s > 1 ? " | " : "") "'" command[of[i]] ":" spelled[s] "'"
        printf "    %s)\n        COMPREPLY=($(compgen -W '%s' -- \"$current\"))\n        return ;;\n", pattern, choices(i)
    }
    print "    esac\n    case \"$command\" in"
    for (c = 1; c <= commands; ++c) {
        options = below[c]
        for (i = 1; i <= items; ++i) {
            if (of[i] != c || part[i] != "Options") continue
            n = split(name[i], spelled, ",")
            options = options " " spelled[n] # the long one comes last
        }
        # Commands with subcommands take no files. Other commands complete options only after a leading dash.
        if (below[c] != "")
            printf "    '%s') words='%s' ;;\n", command[c], options
        else
            printf "    '%s') [[ $current == -* ]] && words='%s' ;;\n", command[c], options
    }
    print "    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}"
    print "complete -o default -F _mergus mergus"
}
