import type { ComponentChildren, JSX } from 'preact';
import { grouped } from '../format.js';
import { AccountLink, Amount, BlockLink, TxLink } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { linkTo } from '../router.js';
import { isTextKey, type TextKey, t } from '../texts/language.js';
import { integerOf, objectsOf, type ShownTransaction, textOf } from './transaction.js';

/** The contract of the node that keeps assets. */
const ASSET_CONTRACT = '0-800';

type Parts = Readonly<Record<string, ComponentChildren>>;

/** A text with components in the places of `{name}`. */
export function sentence(key: TextKey, parts: Parts): ComponentChildren[] {
  return t(key, Object.fromEntries(Object.keys(parts).map(name => [name, `\u0000${name}\u0000`])))
    .split('\u0000')
    .map((piece, index) => (index % 2 === 0 ? piece : parts[piece]));
}

/** The name of a type of transactions in words, such as "transfer". */
export function typeName(type: string): string {
  const key = `type.${type}`;
  return isTextKey(key) ? t(key) : type.replace(/_TX$/, '').toLowerCase().replaceAll('_', ' ');
}

/** Why coins moved, in words. */
export function receiptName(type: number, fallback: string): string {
  const key = `receipt.${type}`;
  return isTextKey(key) ? t(key) : fallback;
}

function amount(sawi: unknown, symbol: unknown): JSX.Element {
  return (
    <b>
      <Amount sawi={integerOf(sawi)} symbol={textOf(symbol)} />
    </b>
  );
}

function contractLink(regid: unknown): JSX.Element {
  return (
    <a class="id" href={linkTo('contract', textOf(regid))}>
      {textOf(regid)}
    </a>
  );
}

type Say = (transaction: ShownTransaction, sender: JSX.Element) => ComponentChildren;

/** Who does what, by type; a type that is not here is told by its name and its sender. */
const SENTENCES: Readonly<Record<string, Say>> = {
  UCOIN_TRANSFER_TX: ({ transfers }, sender) => {
    const all = objectsOf(transfers);
    const [first] = all;
    if (first === undefined || all.length > 1) return sentence('words.multi', { sender, n: all.length });
    return sentence('words.transfer', {
      sender,
      amount: amount(first.coin_amount, first.coin_symbol),
      receiver: <AccountLink id={textOf(first.to_addr)} />,
    });
  },
  BCOIN_TRANSFER_TX: ({ transfers }, sender) => {
    const [first] = objectsOf(transfers);
    return sentence('words.transfer', {
      sender,
      amount: amount(first?.coin_amount, first?.coin_symbol ?? 'WICC'),
      receiver: <AccountLink id={textOf(first?.to_addr)} />,
    });
  },
  UCOIN_BLOCK_REWARD_TX: ({ to_addr, tx_uid }) =>
    sentence('words.reward', { producer: <AccountLink id={textOf(to_addr) || textOf(tx_uid)} /> }),
  BLOCK_REWARD_TX: ({ to_addr, tx_uid }) =>
    sentence('words.reward', { producer: <AccountLink id={textOf(to_addr) || textOf(tx_uid)} /> }),
  PRICE_MEDIAN_TX: ({ median_price_points }) => {
    const prices = objectsOf(median_price_points);
    if (prices.length === 0) return t('words.median.none');
    return sentence('words.median', {
      prices: prices
        .map(
          ({ coin_symbol, price_symbol, price }) =>
            `1 ${coin_symbol} = ${Number(price) / 1e8} ${price_symbol}`,
        )
        .join(', '),
    });
  },
  PRICE_FEED_TX: ({ price_points }, sender) =>
    sentence('words.feed', {
      sender,
      prices: objectsOf(price_points)
        .map(
          ({ coin_symbol, price_symbol, price }) =>
            `1 ${coin_symbol} = ${Number(price) / 1e8} ${price_symbol}`,
        )
        .join(', '),
    }),
  DEX_LIMIT_BUY_ORDER_TX: (tx, sender) => order(tx, sender),
  DEX_LIMIT_SELL_ORDER_TX: (tx, sender) => order(tx, sender),
  DEX_MARKET_BUY_ORDER_TX: (tx, sender) => order(tx, sender),
  DEX_MARKET_SELL_ORDER_TX: (tx, sender) => order(tx, sender),
  DEX_ORDER_TX: (tx, sender) => order(tx, sender),
  DEX_OPERATOR_ORDER_TX: (tx, sender) => order(tx, sender),
  DEX_CANCEL_ORDER_TX: ({ order_id }, sender) =>
    sentence('words.cancel', { sender, order: <TxLink txid={textOf(order_id)} /> }),
  DEX_TRADE_SETTLE_TX: ({ deal_items }) => sentence('words.settle', { n: objectsOf(deal_items).length }),
  CDP_STAKE_TX: ({ assets_to_stake, scoin_symbol, scoins_to_mint, cdp_txid }, sender) =>
    sentence(/^0*$/.test(textOf(cdp_txid)) ? 'words.cdpOpen' : 'words.cdpAdd', {
      sender,
      collateral: amounts(assets_to_stake),
      debt: amount(scoins_to_mint, scoin_symbol),
    }),
  CDP_REDEEM_TX: ({ assets_to_redeem, scoins_to_repay }, sender) =>
    sentence('words.cdpRedeem', {
      sender,
      debt: amount(scoins_to_repay, 'WUSD'),
      collateral: amounts(assets_to_redeem),
    }),
  CDP_LIQUIDATE_TX: ({ scoins_to_liquidate, cdp_txid }, sender) =>
    sentence('words.cdpLiquidate', {
      sender,
      debt: amount(scoins_to_liquidate, 'WUSD'),
      position: <a href={linkTo('position', textOf(cdp_txid))}>{textOf(cdp_txid).slice(0, 8)}</a>,
    }),
  LCONTRACT_DEPLOY_TX: (_tx, sender) => sentence('words.deployLua', { sender }),
  UCONTRACT_DEPLOY_TX: (_tx, sender) => sentence('words.deployLua', { sender }),
  LCONTRACT_INVOKE_TX: ({ to_uid, coin_amount, coin_symbol }, sender) =>
    sentence('words.call', {
      sender,
      contract: contractLink(to_uid),
      amount: amount(coin_amount, coin_symbol ?? 'WICC'),
    }),
  UCONTRACT_INVOKE_TX: ({ to_uid, coin_amount, coin_symbol }, sender) =>
    sentence('words.call', {
      sender,
      contract: contractLink(to_uid),
      amount: amount(coin_amount, coin_symbol),
    }),
  UNIVERSAL_TX: ({ inline_transactions }, sender) => {
    const actions = objectsOf(inline_transactions);
    const [first] = actions;
    if (first === undefined) return sentence('words.other', { sender, type: typeName('UNIVERSAL_TX') });
    const { from, to, quantity } = (first.data_detail ?? {}) as Readonly<Record<string, unknown>>;
    if (actions.length === 1 && first.contract === ASSET_CONTRACT && first.action === 'transfer') {
      return sentence('words.transfer', {
        sender: <AccountLink id={textOf(from)} />,
        amount: (
          <b>
            <Foreign text={textOf(quantity)} lead={60} />
          </b>
        ),
        receiver: <AccountLink id={textOf(to)} />,
      });
    }
    return sentence(actions.length === 1 ? 'words.action' : 'words.actions', {
      sender,
      action: <Foreign text={textOf(first.action)} lead={40} />,
      contract: contractLink(first.contract),
      n: actions.length - 1,
    });
  },
  UTXO_TRANSFER_TX: ({ coin_symbol, vins, vouts }, sender) => {
    const outputs = objectsOf(vouts);
    const sum = outputs.reduce((total, { coin_amount }) => total + BigInt(integerOf(coin_amount)), 0n);
    return outputs.length === 0
      ? sentence('words.utxoSpend', { sender, n: objectsOf(vins).length })
      : sentence('words.utxoLock', { sender, amount: amount(sum, coin_symbol), n: outputs.length });
  },
  DELEGATE_VOTE_TX: ({ candidate_votes }, sender) =>
    sentence('words.vote', { sender, n: objectsOf(candidate_votes).length }),
  PROPOSAL_REQUEST_TX: ({ txid, proposal }, sender) =>
    sentence('words.proposal', {
      sender,
      proposal: (
        <a href={linkTo('proposal', txid)}>
          {proposalName(Number((proposal as { proposal_type?: unknown } | undefined)?.proposal_type))}
        </a>
      ),
    }),
  PROPOSAL_APPROVAL_TX: ({ proposal_id, txid_of_proposal }, sender) => {
    const id = textOf(proposal_id) || textOf(txid_of_proposal);
    return sentence('words.approval', {
      sender,
      proposal: <a href={linkTo('proposal', id)}>{id.slice(0, 8)}</a>,
    });
  },
  UCOIN_STAKE_TX: ({ coin_amount, coin_symbol, stake_type }, sender) =>
    sentence(textOf(stake_type).includes('UN') ? 'words.unstake' : 'words.stake', {
      sender,
      amount: amount(coin_amount, coin_symbol),
    }),
  ACCOUNT_REGISTER_TX: (_tx, sender) => sentence('words.register', { sender }),
  ASSET_ISSUE_TX: ({ asset_symbol }, sender) =>
    sentence('words.issue', {
      sender,
      asset: <a href={linkTo('asset', textOf(asset_symbol))}>{textOf(asset_symbol)}</a>,
    }),
};

function order(
  {
    tx_type,
    order_side,
    order_type,
    price,
    asset_amount,
    asset_symbol,
    coin_symbol,
    coin_amount,
  }: ShownTransaction,
  sender: JSX.Element,
): ComponentChildren {
  const isBuy = (textOf(order_side) || tx_type).includes('BUY');
  const isMarket = (textOf(order_type) || tx_type).includes('MARKET');
  if (isMarket) {
    return sentence(isBuy ? 'words.buyMarket' : 'words.sellMarket', {
      sender,
      asset: textOf(asset_symbol),
      amount: isBuy ? amount(coin_amount, coin_symbol) : amount(asset_amount, asset_symbol),
    });
  }
  return sentence(isBuy ? 'words.buy' : 'words.sell', {
    sender,
    amount: amount(asset_amount, asset_symbol),
    price: <Amount sawi={integerOf(price)} symbol={textOf(coin_symbol)} />,
  });
}

/** Several amounts with commas between. Assets of a position are listed with their symbols. */
function amounts(value: unknown): ComponentChildren {
  return objectsOf(value).map(
    ({ coin_symbol, asset_symbol, symbol, amount: sawi, coin_amount, asset_amount }, index) => (
      <>
        {index > 0 && ', '}
        {amount(sawi ?? coin_amount ?? asset_amount, coin_symbol ?? asset_symbol ?? symbol)}
      </>
    ),
  );
}

/** What a proposal is about, by its number. */
export function proposalName(type: number): string {
  const key = `proposal.${type}`;
  return isTextKey(key) ? t(key) : t('proposal.other');
}

/** What a transaction does, in a sentence. */
export function transactionWords(transaction: ShownTransaction): ComponentChildren {
  const { tx_type, from_addr, tx_uid } = transaction;
  const sender = <AccountLink id={textOf(from_addr) || textOf(tx_uid)} />;
  const say = SENTENCES[tx_type];
  return say === undefined
    ? sentence('words.other', { sender, type: typeName(tx_type) })
    : say(transaction, sender);
}

/** What a movement of coins was, in a sentence. */
export function operationName(operation: string): string {
  const key = `operation.${operation}`;
  return isTextKey(key) ? t(key) : operation.toLowerCase().replaceAll('_', ' ');
}

/** Where a transaction is: its block and place, or that it waits. */
export function placeOf({ tx_cord, confirmed_height }: ShownTransaction): ComponentChildren {
  if (confirmed_height === undefined) return <span class="badge warn">{t('tx.waiting')}</span>;
  const [, index = '0'] = textOf(tx_cord).split('-');
  return (
    <>
      <BlockLink height={confirmed_height} /> <span class="soft">#{grouped(Number(index))}</span>
    </>
  );
}
