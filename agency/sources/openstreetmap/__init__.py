"""OpenStreetMap as a source: Nominatim finds places, Overpass the restaurants around them."""
