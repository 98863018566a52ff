"""The HTTP face: aiohttp routes, guards, errors and the OpenAPI document."""
