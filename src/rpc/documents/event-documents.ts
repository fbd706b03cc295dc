import { memberLines } from '../declaration/result-types/lines.js';
import { EVENT_KINDS, type EventKind, type FilterForm } from '../events/event-kinds.js';
import { objectText } from './client-types.js';

const PAGE_HEAD = `# Kinds of events

<!-- Written by \`npm run docs\` from src/rpc/events/event-kinds.ts. Do not edit. -->

How to subscribe is in [events.md](events.md). Amounts are integers in sawi. Every event has the members \`event\`, its kind, and
\`cursor\`, with which a subscription goes on behind it; events of the kind \`pool\` have no cursor.
`;

/** The types of methods, beside those of events. */
const METHOD_TYPES = './methods.generated.js';

const TYPES_HEAD = `// Written by \`npm run docs\` from the kinds in src/rpc/events/event-kinds.ts. Do not edit.
import type { Integer } from '${METHOD_TYPES}';`;

const kinds = Object.entries<EventKind>(EVENT_KINDS);

/** The kinds of events as a page for people: docs/event-kinds.md. */
export function eventKindsPage(): string {
  const sections = kinds.map(([name, { summary, filters, fields }]) => {
    const rows = Object.entries(filters).map(
      ([filter, { form, summary: text }]) => `| \`${filter}\` | ${formText(form)} | ${text} |`,
    );
    const table =
      rows.length === 0 ? 'No filters.' : `| filter | form | |\n|---|---|---|\n${rows.join('\n')}`;
    return `## ${name}\n\n${summary}\n\n${table}\n\n${fieldLines(fields).join('\n')}\n`;
  });
  return [PAGE_HEAD, ...sections].join('\n');
}

/** A line for each member of an event. */
function fieldLines(fields: EventKind['fields']): string[] {
  return memberLines({ kind: 'object', summary: '', members: fields }, '- ', {});
}

function formText(form: FilterForm): string {
  return typeof form === 'string' ? form : form.map(value => `\`${value}\``).join(', ');
}

/** The types of events and their filters for the client: src/client/events.generated.ts. */
export function eventTypes(): string {
  const events = kinds.map(([name, { summary, fields, isLive }]) => {
    const body = objectText({ kind: 'object', summary: '', members: fields }, '', new Map());
    const cursor = isLive
      ? ''
      : '\n  /** With it a subscription goes on behind this event. */\n  cursor: string;';
    const open = `{\n  event: '${name}';${cursor}`;
    return `/** ${summary} */\nexport interface ${typeName(name)}Event ${body.replace('{', open)}`;
  });
  const filters = kinds.map(([name, { filters: conditions }]) => {
    const members = Object.entries(conditions).map(([filter, { form, summary }]) => {
      const type = typeof form === 'string' ? 'string' : form.map(value => `'${value}'`).join(' | ');
      return `\n      /** ${summary} */\n      readonly ${filter}?: ${type};`;
    });
    return `  | {\n      readonly event: '${name}';${members.join('')}\n    }`;
  });
  const union = kinds.map(([name]) => `\n  | ${typeName(name)}Event`).join('');
  return `${[
    TYPES_HEAD,
    ...events,
    `/** Any event. */\nexport type NodeEvent =${union};`,
    `/** What a subscriber asks for: a kind, and conditions that all have to hold. */\nexport type EventFilter =\n${filters.join('\n')};`,
  ].join('\n\n')}\n`;
}

function typeName(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
