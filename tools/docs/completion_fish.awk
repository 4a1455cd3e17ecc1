# completion_fish.awk: a line for every command and option.
END {
    print "# Made from `mergus --help`."
    for (i = 1; i <= items; ++i) {
        c = of[i]
        n = split(command[c], words, " ")
        condition = "__fish_use_subcommand"
        for (w = 1; w <= n; ++w) condition = (w > 1 ? condition "; and " : "") "__fish_seen_subcommand_from " words[w]
        line = "complete -c mergus -n '" condition "'"
        if (part[i] == "Subcommands")
            line = line " -f -a " name[i]
        else if (part[i] == "Options") {
            n = split(name[i], spelled, ",")
            for (s = 1; s <= n; ++s) line = line (spelled[s] ~ /^--/ ? " -l " substr(spelled[s], 3) : " -s " substr(spelled[s], 2))
            if (choices(i) != "")
                line = line " -x -a '" choices(i) "'"
            else if (takes_value(i))
                line = line " -r"
        } else
            continue
        print line " -d '" plain(text[i]) "'"
    }
}
