import { CATEGORY_NAMES } from '../../config/log-categories.js';
import { requireWriting } from '../../storage/read-only.js';
import { implement } from '../declaration/method.js';
import type { methods } from './logging.methods.js';
import type { NodeServices } from './services.js';

export const handlers = implement<typeof methods, Pick<NodeServices, 'logCategories'>>({
  getloglevels: (_args, { logCategories }) => ({ ...logCategories.levels() }),

  setloglevel({ category, level }, { logCategories }) {
    requireWriting('the levels of the log');
    const changed = category === 'all' ? CATEGORY_NAMES : [category];
    for (const name of changed) logCategories.setLevel(name, level);
    return { ...logCategories.levels() };
  },
});
