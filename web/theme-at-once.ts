import { applyTheme, storedTheme } from './theme.js';

// Before anything is drawn, so that the page does not flash in other colours.
applyTheme(storedTheme());
