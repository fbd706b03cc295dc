import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../answer.js';
import { bytesText, grouped, percent } from '../format.js';
import { callMethod, node } from '../node.js';
import { AccountLink, Empty, Figure, Figures, Panel, Shown, Table } from '../parts/basic.js';
import { Choice } from '../parts/form.js';
import { Plot } from '../parts/plot.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

const EVERY_MS = 3000;
const MOST_SAMPLES = 200;
const LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Values of metrics by name and labels, as Prometheus reads them. */
type Sample = ReadonlyMap<string, number>;

export function samplesOf(text: string): Sample {
  const found = new Map<string, number>();
  for (const line of text.split('\n')) {
    const match = /^([a-zA-Z_:][\w:]*(?:\{[^}]*\})?) (\S+)/.exec(line);
    if (match?.[1] !== undefined) found.set(match[1], Number(match[2]));
  }
  return found;
}

/** What a node measures of itself, sampled while this view is open. */
export function OperationsView({ session }: ViewProps): JSX.Element {
  const [tick, setTick] = useState(0);
  const [samples, setSamples] = useState<readonly { readonly time: number; readonly values: Sample }[]>([]);
  const metrics = useAnswer(async () => samplesOf(String(await node.getmetrics())), [tick]);
  const progress = useAnswer(() => node.getprogress(), [tick]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setTick(count => count + 1);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const { value } = metrics;
  useEffect(() => {
    if (value !== undefined)
      setSamples(old => [...old, { time: Date.now() / 1000, values: value }].slice(-MOST_SAMPLES));
  }, [value]);

  const times = samples.map(({ time }) => time);
  const newest = samples.at(-1)?.values;
  const line = (name: string): number[] => samples.map(({ values }) => values.get(name) ?? 0);
  const rate = (name: string): (number | null)[] =>
    samples.map(({ time, values }, index) => {
      const before = samples[index - 1];
      return before === undefined
        ? null
        : ((values.get(name) ?? 0) - (before.values.get(name) ?? 0)) / (time - before.time);
    });
  return (
    <>
      <h1>{t('nav.operations')}</h1>
      {newest !== undefined && (
        <Figures>
          <Figure name={t('operations.memory')}>
            {bytesText(newest.get('process_resident_memory_bytes') ?? 0)}
          </Figure>
          <Figure name={t('operations.processor')}>
            {percent(rate('process_cpu_seconds_total').at(-1) ?? 0, 1)}
          </Figure>
          <Figure name={t('operations.heap')}>
            {bytesText(newest.get('nodejs_heap_size_used_bytes') ?? 0)}
          </Figure>
          <Figure name={t('operations.files')}>{grouped(newest.get('process_open_fds') ?? 0)}</Figure>
        </Figures>
      )}
      <div class="columns">
        <Panel title={t('operations.processor')} aside={t('operations.every', { n: EVERY_MS / 1000 })}>
          {samples.length > 1 ? (
            <Plot
              label={t('operations.processor')}
              isTime
              across={t('time')}
              lines={[{ name: '%', color: '--accent', isFilled: true }]}
              data={[times, rate('process_cpu_seconds_total').map(one => (one === null ? null : 100 * one))]}
            />
          ) : (
            <Empty>{t('operations.collecting')}</Empty>
          )}
        </Panel>
        <Panel title={t('operations.memory')}>
          {samples.length > 1 ? (
            <Plot
              label={t('operations.memory')}
              isTime
              across={t('time')}
              lines={[{ name: 'MiB', color: '--violet', isFilled: true }]}
              data={[times, line('process_resident_memory_bytes').map(one => one / 2 ** 20)]}
            />
          ) : (
            <Empty>{t('operations.collecting')}</Empty>
          )}
        </Panel>
      </div>
      <div class="columns">
        <Panel title={t('operations.progress')}>
          <Shown loaded={progress}>
            {all =>
              all.length === 0 ? (
                <Empty>{t('operations.idle')}</Empty>
              ) : (
                all.map(({ id, name, done, total, unit }) => (
                  <div key={String(id)}>
                    <b>{name}</b> <span class="soft">{`${grouped(done)} / ${grouped(total)} ${unit}`}</span>
                    <div class="bar" role="img" aria-label={name}>
                      <i
                        style={{
                          width: `${Number(total) === 0 ? 0 : (100 * Number(done)) / Number(total)}%`,
                        }}
                      />
                    </div>
                  </div>
                ))
              )
            }
          </Shown>
        </Panel>
        <LogLevels mayChange={session.role === 'admin' || session.role === 'dev'} />
        <Peers />
      </div>
      {newest !== undefined && (
        <Panel title={t('operations.all')} aside={grouped(newest.size)}>
          <details>
            <summary>{t('operations.show')}</summary>
            <Table label={t('operations.all')} head={[t('operations.metric'), [t('governance.value'), true]]}>
              {[...newest].map(([name, one]) => (
                <tr key={name}>
                  <td class="mono" style={{ overflowWrap: 'anywhere' }}>
                    {name}
                  </td>
                  <td class="number">{String(one)}</td>
                </tr>
              ))}
            </Table>
          </details>
        </Panel>
      )}
    </>
  );
}

function LogLevels({ mayChange }: { readonly mayChange: boolean }): JSX.Element {
  const loaded = useAnswer(() => node.getloglevels(), []);
  return (
    <Panel title={t('operations.logs')}>
      <Shown loaded={loaded}>
        {levels => (
          <div class="row">
            {Object.entries(levels).map(([part, level]) =>
              mayChange ? (
                <Choice
                  key={part}
                  name={part}
                  value={String(level)}
                  values={LEVELS.map(one => [one, one] as const)}
                  onChange={one => void callMethod('setloglevel', [part, one]).then(loaded.reload)}
                />
              ) : (
                <span key={part}>{`${part}: ${String(level)}`}</span>
              ),
            )}
          </div>
        )}
      </Shown>
    </Panel>
  );
}

function Peers(): JSX.Element {
  const loaded = useAnswer(
    async () => {
      const [{ delegates }, connections] = await Promise.all([
        node.listdelegates(),
        node.getconnectioncount(),
      ]);
      return { delegates, connections };
    },
    [],
    true,
  );
  return (
    <Panel title={t('operations.peers')}>
      <Shown loaded={loaded}>
        {({ delegates, connections }) => (
          <>
            <p class="soft">
              {t('operations.connections', { n: grouped(connections), producers: delegates.length })}
            </p>
            <div class="buttons">
              {delegates.map(({ regid }) => (
                <span class="badge" key={regid}>
                  <AccountLink id={regid} />
                </span>
              ))}
            </div>
          </>
        )}
      </Shown>
    </Panel>
  );
}
