import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../src/codec/json-value.js';
import { useAnswer } from '../answer.js';
import { bytesText } from '../format.js';
import { callMethod, node } from '../node.js';
import { Panel, TxLink } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { Choice, Field, OutcomeNote, useSending } from '../parts/form.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import { hexOf } from './code.js';
import { useOwnAccounts } from './own-accounts.js';
import { SameCall } from './same-call.js';

/** Larger files are no contracts. */
const MOST_BYTES = 1_048_576;

interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What files are, by what they contain: a module, its ABI, or a Lua source. */
interface GivenContract {
  readonly module?: GivenFile;
  readonly abi?: GivenFile;
  readonly lua?: GivenFile;
}

function kindOf({ name, bytes }: GivenFile): keyof GivenContract {
  if (bytes[0] === 0 && new TextDecoder().decode(bytes.subarray(1, 4)) === 'asm') return 'module';
  return /\.(?:json|abi)$/i.test(name) ? 'abi' : 'lua';
}

/** Deploys a contract from files that are dropped here or chosen: a Lua source, or a module with its ABI. */
export function DeployForm(): JSX.Element {
  const own = useOwnAccounts();
  const [chosen, setSender] = useState<string>();
  const [given, setGiven] = useState<GivenContract>({});
  const [memo, setMemo] = useState('');
  const [problem, setProblem] = useState<'large' | 'many'>();
  const [isOver, setOver] = useState(false);
  const sending = useSending();
  const accounts = own.value ?? [];
  const sender = chosen ?? accounts.find(({ regid }) => regid === '0-13')?.regid ?? accounts[0]?.regid ?? '';
  const { lua, module, abi } = given;

  const take = async (files: Iterable<File>): Promise<void> => {
    const all = [...files];
    setProblem(undefined);
    if (all.some(({ size }) => size > MOST_BYTES)) return setProblem('large');
    const read = await Promise.all(
      all.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    const kinds = read.map(file => [kindOf(file), file] as const);
    if (new Set(kinds.map(([kind]) => kind)).size < kinds.length) return setProblem('many');
    const next: GivenContract = Object.fromEntries(kinds);
    // A source replaces a module and its ABI, those come one after the other or together.
    setGiven(
      next.lua !== undefined
        ? { lua: next.lua }
        : { ...(module && { module }), ...(abi && { abi }), ...next },
    );
  };

  const code = lua ?? module;
  const params: readonly Json[] | undefined =
    sender === '' || code === undefined || (module !== undefined && abi === undefined)
      ? undefined
      : [
          sender,
          hexOf(code.bytes),
          abi === undefined || lua !== undefined ? '' : new TextDecoder().decode(abi.bytes),
          memo,
        ];
  return (
    <>
      <Panel title={t('deploy.title')}>
        <form
          onSubmit={event => {
            event.preventDefault();
            if (params === undefined) return;
            void sending.send(
              async () =>
                (await callMethod('submitdeploymenttx', params)) as unknown as { readonly txid: string },
            );
          }}
        >
          <label
            class={`drop${isOver ? ' over' : ''}`}
            onDragOver={event => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={event => {
              event.preventDefault();
              setOver(false);
              void take(event.dataTransfer?.files ?? []);
            }}
          >
            <b>{t('deploy.drop')}</b>
            <small class="soft">{t('deploy.kinds')}</small>
            <input
              type="file"
              multiple
              accept=".lua,.wasm,.json,.abi"
              class="hidden"
              onChange={event => {
                void take(event.currentTarget.files ?? []);
                event.currentTarget.value = '';
              }}
            />
          </label>
          {problem !== undefined && <div class="note bad">{t(`deploy.${problem}`)}</div>}
          {([lua, module, abi] as const).map(
            file =>
              file !== undefined && (
                <div class="soft">
                  <Foreign text={file.name} lead={80} /> · {bytesText(file.bytes.length)}
                </div>
              ),
          )}
          {module !== undefined && abi === undefined && <div class="note">{t('deploy.abi')}</div>}
          <Choice
            name={t('deploy.sender')}
            value={sender}
            values={accounts.map(({ regid, addr }) => [regid, `${regid} · ${addr.slice(0, 8)}…`] as const)}
            onChange={setSender}
          />
          <Field name={t('tx.memo')} value={memo} onChange={setMemo} />
          <button type="submit" class="main" disabled={params === undefined || sending.isBusy}>
            {t('deploy.button')}
          </button>
          <OutcomeNote outcome={sending.outcome} />
          {sending.outcome !== undefined && 'txid' in sending.outcome && (
            <Deployed txid={sending.outcome.txid} />
          )}
        </form>
      </Panel>
      {params !== undefined && <SameCall method="submitdeploymenttx" params={params} />}
    </>
  );
}

/** Leads to the contract as soon as a block has its deployment. */
function Deployed({ txid }: { readonly txid: string }): JSX.Element {
  const { value } = useAnswer(
    () =>
      node.getcontractregid(txid).then(
        ({ regid }) => regid,
        () => '',
      ),
    [txid],
    true,
  );
  if (!value) {
    return (
      <p class="soft">
        {t('tx.waiting')}: <TxLink txid={txid} />
      </p>
    );
  }
  return (
    <p>
      <a class="button" href={linkTo('workbench', 'contracts', value)}>
        {t('deploy.call', { regid: value })}
      </a>
    </p>
  );
}
