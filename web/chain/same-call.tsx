import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../src/codec/json-value.js';
import { Copy, Panel } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { t } from '../texts/language.js';
import { sameCall } from './method-forms.js';

const TOOLS = ['curl', 'coind', 'typescript'] as const;

/** A call as other tools make it. */
export function SameCall({
  method,
  params,
}: {
  readonly method: string;
  readonly params: readonly Json[];
}): JSX.Element {
  const [tool, setTool] = useState<(typeof TOOLS)[number]>('curl');
  const text = sameCall(method, params, location.origin)[tool];
  return (
    <Panel
      title={t('workbench.same')}
      aside={
        <span class="tabs">
          {TOOLS.map(one => (
            <button type="button" key={one} aria-pressed={one === tool} onClick={() => setTool(one)}>
              {t(`workbench.same.${one}`)}
            </button>
          ))}
          <Copy text={text} />
        </span>
      }
    >
      <pre class="source">
        <Foreign text={text} lead={4000} />
      </pre>
    </Panel>
  );
}
