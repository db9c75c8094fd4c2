import type { CallExpression, Node, ObjectExpression } from '@babel/types';
import { startsOfSdk, takeOutInit } from '../build/sdk-option-files.js';
import { findFile, read, type Application } from './application.js';
import { readSource, endOf, startOf, type Source } from './edits/source.js';
import type { Leftover } from './plan.js';
import { inStyle } from './style.js';

/** Options of the SDK that `defineSdkOptions` accepts. */
const carried = ['release', 'ignoreErrors', 'beforeSend'];

/** Every place that starts the SDK past Candor, or sets a policy beside it: what to write there. */
export function otherReporters(application: Application): Leftover[] {
  const { folder, sources } = application;
  const inits = Object.entries(startsOfSdk).flatMap(([name, target]) => {
    const path = [sources, ''].map((inner) => findFile(folder, inner + name)).find((found) => found !== undefined);
    return path === undefined ? [] : initsIn(application, path, target);
  });
  return [...inits, ...wrapperIn(folder), ...policyIn(application), ...publicDsn(folder)];
}

function initsIn({ folder, style, isTypeScript }: Application, path: string, target: string): Leftover[] {
  const text = read(folder, path) ?? '';
  if (!text.includes('init(') || !text.includes('@sentry/')) return [];
  const source = sourceOf(text);
  return (source ? findInits(source.program) : []).map((call) => {
    const options = objectOf(call.arguments[0], source!);
    const properties = options?.properties ?? [];
    const named = properties.flatMap((one) =>
      'key' in one && one.key.type === 'Identifier' ? [[one.key.name, one] as const] : [],
    );
    const kept = named.filter(([name]) => carried.includes(name)).map(([, node]) => `  ${textOf(source!, node)},`);
    const lost = named.map(([name]) => name).filter((name) => !carried.includes(name) && name !== 'dsn');
    return {
      path,
      line: source!.line(startOf(call)),
      says: [
        takeOutInit,
        lost.length > 0 && `Candor has nothing for ${lost.join(', ')}.`,
        kept.length > 0 && `Put the rest into ${target}.${isTypeScript ? 'ts' : 'js'}:`,
      ]
        .filter(Boolean)
        .join(' '),
      ...(kept.length > 0 && {
        write: `${inStyle(`import { defineSdkOptions } from 'candor';`, style)}\n\nexport default defineSdkOptions({\n${kept.join('\n')}\n})${style.semicolon}`,
      }),
    };
  });
}

function wrapperIn(folder: string): Leftover[] {
  const path = findFile(folder, 'next.config');
  const text = path === undefined ? '' : (read(folder, path) ?? '');
  const at = text.search(/withSentryConfig\s*\(/);
  if (path === undefined || at < 0) return [];
  const says = 'Take out withSentryConfig, or at least its tunnelRoute: Candor has a tunnel, and uploads nothing.';
  return [{ path, line: lineOf(text, at), says }];
}

function policyIn({ folder, sources }: Application): Leftover[] {
  const paths = [
    findFile(folder, 'next.config'),
    ...['proxy', 'middleware'].map((name) => findFile(folder, sources + name)),
    'vercel.json',
  ];
  return paths.flatMap((path) => {
    const text = path === undefined ? '' : (read(folder, path) ?? '');
    const at = text.search(/content-security-policy/i);
    if (path === undefined || at < 0) return [];
    const says =
      'Take out this policy, and give the origins that it permits to withCandor as `sources`: two policies apply both, and Candor’s is the one that knows each document.';
    return [{ path, line: lineOf(text, at), says }];
  });
}

function publicDsn(folder: string): Leftover[] {
  return ['.env', '.env.local', '.env.production'].flatMap((path) => {
    const text = read(folder, path) ?? '';
    const at = text.search(/^NEXT_PUBLIC_SENTRY_DSN=/m);
    const says = 'Name it SENTRY_DSN: the server reads it when it starts, and browsers need none.';
    return at < 0 || /^SENTRY_DSN=/m.test(text) ? [] : [{ path, line: lineOf(text, at), says }];
  });
}

/** The object itself, or that of a variable of the file. */
function objectOf(node: Node | undefined, { program }: Source): ObjectExpression | undefined {
  if (node?.type !== 'Identifier') return node?.type === 'ObjectExpression' ? node : undefined;
  const declared = program.body.flatMap((one) => (one.type === 'VariableDeclaration' ? one.declarations : []));
  const init = declared.find(({ id }) => id.type === 'Identifier' && id.name === node.name)?.init;
  return init?.type === 'ObjectExpression' ? init : undefined;
}

/** Every `Sentry.init(…)` or `init(…)`. */
function findInits(node: unknown): CallExpression[] {
  if (Array.isArray(node)) return node.flatMap(findInits);
  if (typeof node !== 'object' || node === null || !('type' in node)) return [];
  const one = node as Node;
  const callee = one.type === 'CallExpression' ? one.callee : undefined;
  const name = callee?.type === 'MemberExpression' ? callee.property : callee;
  const own = name?.type === 'Identifier' && name.name === 'init' ? [one as CallExpression] : [];
  const inside = Object.entries(one).filter(([key]) => !/Comments$|^loc$/.test(key));
  return [...own, ...inside.flatMap(([, value]) => findInits(value))];
}

function sourceOf(text: string): Source | undefined {
  try {
    return readSource(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // Who changes this file says so.
    throw error;
  }
}

const textOf = ({ text }: Source, node: Node) => text.slice(startOf(node), endOf(node));
const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;
