/** Tests run in Node alone; a page and all that draws in it is loaded where a test says `@vitest-environment jsdom`. */
if (typeof window !== 'undefined') await import('./dom');

export {};
