"""The JSON protocol for clients that talk to agents: approve (and later chat), with what comes of it."""
