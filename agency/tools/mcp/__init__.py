"""MCP servers as sources of tools. What they say of themselves is a hint; what they return is untrusted."""
