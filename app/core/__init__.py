"""The pure floor: words, graph, events, scheduling, wire, machines. No I/O."""
