import { CATEGORY_NAMES, LOG_LEVELS, type LogCategory, type LogLevel } from './log-categories.js';
import { OptionError, type OptionType } from './option-types.js';

/** The level of a part of the log. */
export interface CategoryLevel {
  readonly category: LogCategory;
  readonly level: LogLevel;
}

/** Levels of parts of the log, one for each time the option is given. */
export const categoryLevels: OptionType<readonly CategoryLevel[]> = {
  form: 'CATEGORY=LEVEL, several times if needed',
  isFlag: false,
  isList: true,
  completion: CATEGORY_NAMES.map(category => `${category}=debug`),
  parse: texts =>
    texts
      .filter(text => text !== '')
      .map(text => {
        const [name, word, ...rest] = text.split('=');
        const category = CATEGORY_NAMES.find(known => known === name);
        const level = LOG_LEVELS.find(known => known === word);
        if (category === undefined || level === undefined || rest.length > 0) {
          throw new OptionError(
            `must be one of ${CATEGORY_NAMES.join(', ')}, a = and one of ${LOG_LEVELS.join(', ')}, not "${text}"`,
          );
        }
        return { category, level };
      }),
};
