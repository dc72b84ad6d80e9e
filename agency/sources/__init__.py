"""Where offers come from: one module or folder per source, and the client that HTTP sources share."""
