import { Component, type ComponentChildren, type ComponentType, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from '../parts/basic.js';
import type { Route } from '../router.js';
import type { Session } from '../session.js';
import { type TextKey, t } from '../texts/language.js';
import { OverviewView } from './overview.js';

/** What every view is given. */
export interface ViewProps {
  /** What follows the name of the view in the address. */
  readonly path: readonly string[];
  readonly session: Session;
}

type Load = () => Promise<ComponentType<ViewProps>>;

/** Views by the first part of the address; each is loaded when it is first shown, but for the first one. */
const VIEWS: Readonly<Record<string, Load>> = {
  block: async () => (await import('./block.js')).BlockView,
  tx: async () => (await import('./transaction.js')).TransactionView,
  account: async () => (await import('./account.js')).AccountView,
  contract: async () => (await import('./contract.js')).ContractView,
  contracts: async () => (await import('./contract.js')).ContractsView,
  asset: async () => (await import('./asset.js')).AssetView,
  assets: async () => (await import('./asset.js')).AssetsView,
  governance: async () => (await import('./governance.js')).GovernanceView,
  proposal: async () => (await import('./governance.js')).ProposalView,
  exchange: async () => (await import('./exchange.js')).ExchangeView,
  order: async () => (await import('./order.js')).OrderView,
  positions: async () => (await import('./positions.js')).PositionsView,
  position: async () => (await import('./positions.js')).PositionView,
  outputs: async () => (await import('./outputs.js')).OutputsView,
  workbench: async () => (await import('./workbench.js')).WorkbenchView,
  operations: async () => (await import('./operations.js')).OperationsView,
  search: async () => (await import('./search.js')).SearchView,
};

interface Entry {
  readonly name: TextKey;
  readonly path: readonly string[];
  /** First parts of addresses that belong here. */
  readonly views: readonly string[];
  readonly isShown: (session: Session) => boolean;
}

const always = (): boolean => true;

export const NAVIGATION: readonly Entry[] = [
  { name: 'nav.overview', path: [], views: ['', 'block', 'tx', 'account', 'search'], isShown: always },
  { name: 'nav.exchange', path: ['exchange'], views: ['exchange', 'order'], isShown: always },
  { name: 'nav.positions', path: ['positions'], views: ['positions', 'position'], isShown: always },
  { name: 'nav.outputs', path: ['outputs'], views: ['outputs'], isShown: always },
  { name: 'nav.assets', path: ['assets'], views: ['assets', 'asset'], isShown: always },
  { name: 'nav.contracts', path: ['contracts'], views: ['contracts', 'contract'], isShown: always },
  { name: 'nav.governance', path: ['governance'], views: ['governance', 'proposal'], isShown: always },
  { name: 'nav.workbench', path: ['workbench'], views: ['workbench'], isShown: always },
  { name: 'nav.operations', path: ['operations'], views: ['operations'], isShown: always },
];

/** Views that keep what was typed when another part of them is shown. */
const KEEPS_STATE: ReadonlySet<string> = new Set(['workbench', 'exchange', 'outputs']);

/** The view of an address. */
export function View({ route, session }: { readonly route: Route; readonly session: Session }): JSX.Element {
  const [name = '', ...path] = route.path;
  const [loaded, setLoaded] = useState<{
    name: string;
    component?: ComponentType<ViewProps>;
    error?: Error;
  }>();
  const load = VIEWS[name];
  useEffect(() => {
    if (load === undefined) return;
    load().then(
      component => setLoaded({ name, component }),
      (error: Error) => setLoaded({ name, error }),
    );
  }, [name]);

  if (name === '') return <OverviewView path={path} session={session} />;
  if (load === undefined) return <p class="empty">{t('noView')}</p>;
  if (loaded?.name !== name) return <div class="loading" role="status" aria-label={t('loading')} />;
  if (loaded.error !== undefined) return <Problem error={loaded.error} />;
  const Shown = loaded.component;
  return (
    <Guard key={KEEPS_STATE.has(name) ? name : route.path.join('/')}>
      {Shown !== undefined && <Shown path={path} session={session} />}
    </Guard>
  );
}

/** A view that fails is told, and leaves the rest of the page as it is. */
class Guard extends Component<{ children?: ComponentChildren }, { error?: Error }> {
  override state: { error?: Error } = {};

  static override getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    console.error(error);
  }

  override render(): ComponentChildren {
    const { error } = this.state;
    return error === undefined ? this.props.children : <Problem error={error} />;
  }
}
