export { wireRulesOf } from '../tx/wire-rules.js';
