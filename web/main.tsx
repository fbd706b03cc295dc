import { render } from 'preact';
import { App } from './app.js';

const place = document.getElementById('page');
if (place === null) throw new Error('the file of the page has no place for it');
render(<App />, place);
