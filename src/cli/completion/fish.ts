import type { CompletionOption, CompletionWord, CompletionWords } from './completion-words.js';

/** Completion for fish: `coind completion fish | source`. */
export function fishScript({ options, methods, commands, parameters }: CompletionWords): string {
  return `# Completes the command lines of coind in fish: coind completion fish | source
function __coind_words
    set -l before
    for word in (commandline -opc)[2..-1]
        if test -n "$before"
            set before
        else if string match -q -- '-*' $word; and test (count $argv) -eq 0
            set word (string replace -r -- '^--' '-' $word)
            contains -- $word ${options.flatMap(({ word, isFlag }) => (isFlag ? [] : [`-${word}`])).join(' ')}; and set before $word
        else
            set -a argv $word
            echo $word
        end
    end
end
function __coind_has_no_name
    test (count (__coind_words)) -eq 0
end
function __coind_is_at
    set -l found (__coind_words)
    test (count $found) -eq $argv[2]; and test $found[1] = $argv[1]
end
complete -c coind -e
complete -c coind -n __coind_has_no_name -f
${[...commands, ...methods].map(nameLine).join('\n')}
${options.map(optionLine).join('\n')}
${parameters.map(({ method, position, values }) => `complete -c coind -n '__coind_is_at ${method} ${position}' -f -a '${values.join(' ')}'`).join('\n')}
`;
}

function nameLine({ word, summary }: CompletionWord): string {
  return `complete -c coind -n __coind_has_no_name -f -a ${word} -d ${quoted(summary)}`;
}

function optionLine({ word, summary, isFlag, values }: CompletionOption): string {
  const value = isFlag
    ? ''
    : values === 'path'
      ? ' -r'
      : ` -x${values === undefined ? '' : ` -a '${values.join(' ')}'`}`;
  return `complete -c coind -n __coind_has_no_name -o ${word}${value} -d ${quoted(summary)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
