import type { ReadStream } from 'node:tty';

const [END_OF_TEXT, END_OF_INPUT, BACKSPACE, DELETE] = ['\u0003', '\u0004', '\b', '\u007f'];

/**
 * Asks for a secret on a terminal that does not show what is typed.
 * @param write - shows the question
 * @throws Error when it is left without an answer
 */
export function promptSecret(
  input: ReadStream,
  write: (text: string) => void,
  question: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (): void => {
      input.off('data', take);
      input.setRawMode(false);
      input.pause();
      write('\n');
    };
    const take = (chunk: string): void => {
      for (const character of chunk) {
        switch (character) {
          case '\r':
          case '\n':
            end();
            resolve(typed);
            return;
          case END_OF_TEXT:
          case END_OF_INPUT:
            end();
            reject(new Error('no answer was given'));
            return;
          case BACKSPACE:
          case DELETE:
            typed = [...typed].slice(0, -1).join('');
            break;
          default:
            typed += character;
        }
      }
    };
    write(question);
    input.setRawMode(true);
    input.setEncoding('utf8');
    input.on('data', take);
    input.resume();
  });
}
