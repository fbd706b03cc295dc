import { control } from './control.js';

/**
 * The areas of the interface. The handlers of each name the services that they need; the node's
 * context must offer them all.
 */
export const AREAS = [control] as const;
