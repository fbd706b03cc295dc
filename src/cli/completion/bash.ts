import type { CompletionOption, CompletionWords } from './completion-words.js';

/**
 * Completion for bash: `source <(coind completion bash)`. The script has the words in it, so that no process is
 * started while a person types. bash splits words at `=`, so they are taken from the line itself.
 */
export function bashScript({ options, methods, commands, parameters }: CompletionWords): string {
  const names = options.map(({ word }) => `-${word}`);
  const takingWord = options.filter(({ isFlag }) => !isFlag).map(({ word }) => `-${word}`);
  return `# Completes the command lines of coind in bash: source <(coind completion bash)
_coind() {
  local line=\${COMP_LINE:0:COMP_POINT}
  local -a words
  read -ra words <<< "$line"
  local current=
  [[ $line == *[[:space:]] ]] || current=\${words[-1]}
  [[ -z $current ]] || unset 'words[-1]'
  local name= position=0 before= word
  for word in "\${words[@]:1}"; do
    if [[ -n $name ]]; then
      position=$((position + 1))
    elif [[ -n $before ]]; then
      before=
    elif [[ $word == -* ]]; then
      [[ $word != --* ]] || word=\${word#-}
      [[ " ${takingWord.join(' ')} " == *" $word "* ]] && before=$word
    else
      name=$word
    fi
  done
  local values=
  COMPREPLY=()
  if [[ -n $name ]]; then
    case "$name $((position + 1))" in
${parameters.map(({ method, position, values }) => `      '${method} ${position}') values='${values.join(' ')}' ;;`).join('\n')}
    esac
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ -n $before || $current == -*=* ]]; then
    if [[ -z $before ]]; then
      before=\${current%%=*}
      [[ $before != --* ]] || before=\${before#-}
      current=\${current#*=}
    fi
    case "$before" in
${options.flatMap(valueCase).join('\n')}
    esac
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == --* ]]; then
    COMPREPLY=($(compgen -P - -W '${names.join(' ')}' -- "\${current#-}"))
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W '${names.join(' ')}' -- "$current"))
  else
    COMPREPLY=($(compgen -W '${[...commands, ...methods].map(({ word }) => word).join(' ')}' -- "$current"))
  fi
}
complete -o default -F _coind coind
`;
}

/** With paths, the reply stays empty, for which bash completes names of files. */
function valueCase({ word, values }: CompletionOption): string[] {
  if (values === undefined || values === 'path') return [];
  return [`      -${word}) values='${values.join(' ')}' ;;`];
}
