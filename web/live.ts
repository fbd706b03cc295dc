import { useEffect, useState } from 'preact/hooks';
import type { NodeEvent } from '../src/client/events.generated.js';

/** A block as the node announces it. */
export type BlockEvent = Extract<NodeEvent, { readonly event: 'block' }>;
export type Connection = 'connecting' | 'live' | 'lost';

/** Recent blocks that are remembered, and asked for at the beginning. */
const MOST_BLOCKS = 24;
const FIRST_DELAY_MS = 300;
const LONGEST_DELAY_MS = 4000;
/** Views are drawn anew at most so often, however many blocks there are. */
const REDRAW_MS = 500;
/** The same where the newest block has many transactions: what views ask for is work of a node that has enough of it. */
const BUSY_REDRAW_MS = 2000;
const MANY_TRANSACTIONS = 200;

/** What the page knows of the newest blocks. */
export interface Live {
  readonly connection: Connection;
  /** The newest first. */
  readonly blocks: readonly BlockEvent[];
  /** Counts blocks that came or went: views load again when it changes. */
  readonly version: number;
  /** Height of the newest block that was taken back, until another one has been shown for a while. */
  readonly reorganized: { readonly height: number; readonly blocks: number } | undefined;
}

let live: Live = { connection: 'connecting', blocks: [], version: 0, reorganized: undefined };
const listeners = new Set<(live: Live) => void>();
let redraw: number | undefined;

function change(next: Partial<Live>): void {
  const isUrgent = live.version === 0 || next.connection !== undefined;
  live = { ...live, ...next };
  if (redraw !== undefined) return;
  redraw = window.setTimeout(
    () => {
      redraw = undefined;
      for (const listener of listeners) listener(live);
    },
    isUrgent ? 0 : (live.blocks[0]?.tx_count ?? 0) > MANY_TRANSACTIONS ? BUSY_REDRAW_MS : REDRAW_MS,
  );
}

function takeEvent(event: NodeEvent): void {
  if (event.event === 'block') {
    const others = live.blocks.filter(({ height }) => height < event.height);
    change({ blocks: [event, ...others].slice(0, MOST_BLOCKS), version: live.version + 1 });
  } else if (event.event === 'reorganization') {
    const { height } = event;
    const blocks = live.blocks.filter(block => block.height < height);
    const lost = (live.reorganized?.blocks ?? 0) + 1;
    change({ blocks, version: live.version + 1, reorganized: { height, blocks: lost } });
  }
}

/** Forgets what was said about blocks that were taken back. */
export function dismissReorganization(): void {
  change({ reorganized: undefined, connection: live.connection });
}

/** Follows the chain until it is told to end. When the connection is lost, another one goes on where it was. */
export function followChain(tipHeight: () => Promise<number>): () => void {
  let socket: WebSocket | undefined;
  let ended = false;
  let cursor: string | undefined;
  let delay = FIRST_DELAY_MS;
  let timer: number | undefined;

  const connect = async (): Promise<void> => {
    try {
      const from = cursor ?? Math.max(0, (await tipHeight()) - MOST_BLOCKS + 1);
      if (ended) return;
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      socket = new WebSocket(`${scheme}://${location.host}/events`);
      socket.onopen = () => socket?.send(JSON.stringify({ events: [{ event: 'block' }], from }));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data)) as
          | NodeEvent
          | { readonly cursor?: string; readonly live?: true; readonly error?: { readonly message: string } };
        if ('error' in message && message.error) {
          // Nothing is kept for this cursor: begin anew from the tip.
          cursor = undefined;
          return;
        }
        if ('cursor' in message && typeof message.cursor === 'string') cursor = message.cursor;
        if ('event' in message) takeEvent(message);
        if ('live' in message || 'event' in message) {
          delay = FIRST_DELAY_MS;
          if (live.connection !== 'live') change({ connection: 'live' });
        }
      };
      socket.onclose = again;
    } catch {
      again();
    }
  };
  const again = (): void => {
    if (ended) return;
    change({ connection: 'lost' });
    timer = window.setTimeout(() => void connect(), delay);
    delay = Math.min(LONGEST_DELAY_MS, delay * 2);
  };
  void connect();
  return () => {
    ended = true;
    window.clearTimeout(timer);
    socket?.close();
    live = { connection: 'connecting', blocks: [], version: 0, reorganized: undefined };
  };
}

/** What is known of the newest blocks; the component is drawn again when that changes. */
export function useLive(): Live {
  const [current, setCurrent] = useState(live);
  useEffect(() => {
    setCurrent(live);
    listeners.add(setCurrent);
    return () => {
      listeners.delete(setCurrent);
    };
  }, []);
  return current;
}
