graph [ directed 1 node [ id 0 label "a" ] node [ id 1 label "&#228;&amp;" ] edge [ source 0 target 1 weight 2.5 ] ]
