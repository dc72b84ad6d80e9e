"""SerpApi (https://serpapi.com/search-api): one address, an engine by name, a key in the query."""
