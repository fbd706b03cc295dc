import type { CompletionOption, CompletionWord, CompletionWords } from './completion-words.js';

/** Completion for zsh: `source <(coind completion zsh)` after compinit, or a file `_coind` in a directory of fpath. */
export function zshScript({ options, methods, commands, parameters }: CompletionWords): string {
  return `#compdef coind
# Completes the command lines of coind in zsh: source <(coind completion zsh), after compinit
_coind() {
  local name= before= word
  local -i position=0 index
  for ((index = 2; index < CURRENT; index++)); do
    word=\${words[index]}
    if [[ -n $name ]]; then
      position+=1
    elif [[ -n $before ]]; then
      before=
    elif [[ $word == -* ]]; then
      [[ $word != --* ]] || word=\${word#-}
      [[ " ${options.flatMap(({ word, isFlag }) => (isFlag ? [] : [`-${word}`])).join(' ')} " == *" $word "* ]] && before=$word
    else
      name=$word
    fi
  done
  if [[ -n $name ]]; then
    case "$name $((position + 1))" in
${parameters.map(({ method, position, values }) => `      '${method} ${position}') compadd -- ${values.join(' ')} ;;`).join('\n')}
      *) _files ;;
    esac
    return
  fi
  if [[ -n $before || $PREFIX == -*=* ]]; then
    if [[ -z $before ]]; then
      before=\${PREFIX%%=*}
      [[ $before != --* ]] || before=\${before#-}
      compset -P '*='
    fi
    case $before in
${options.flatMap(valueCase).join('\n')}
      *) _files ;;
    esac
    return
  fi
  local -a found
  if [[ $PREFIX == -* ]]; then
    found=(
${options.map(option => described(option, PREFIX_OF_OPTIONS)).join('\n')}
    )
    [[ $PREFIX != --* ]] || found=(-\${^found})
  else
    found=(
${[...commands, ...methods].map(word => described(word, '')).join('\n')}
    )
  fi
  _describe coind found
}
if [[ \${funcstack[1]} == _coind ]]; then _coind "$@"; else compdef _coind coind; fi
`;
}

const PREFIX_OF_OPTIONS = '-';

function described({ word, summary }: CompletionWord, prefix: string): string {
  return `      ${quoted(`${prefix}${word}:${summary.replaceAll('\\', '').replaceAll(':', '\\:')}`)}`;
}

function valueCase({ word, values }: CompletionOption): string[] {
  if (values === undefined || values === 'path') return [];
  return [`      -${word}) compadd -- ${values.join(' ')} ;;`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
