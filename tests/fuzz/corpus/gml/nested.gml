Creator "x"
# c
graph [ x [ y [ z 1 ] ] node [ id 3 g [ w 2 ] ] ]