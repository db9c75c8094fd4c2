import type { MonitoringContext } from '../monitoring/handlers.js';
import type { Log } from '../shared/log-messages.js';
import type { FailedResponses } from '../responses/failed-responses.js';
import type { FailureReporter } from '../failures/failure-reporter.js';
import type { SpokenLanguages } from '../responses/languages.js';
import type { Rejections } from '../failures/rejections.js';
import type { Settings } from './settings.js';
import { singleton } from '../shared/singleton.js';
import { version } from '../shared/version.js';

type Common = { settings: Settings; log: Log; failures: FailureReporter };

export type NodeContext = Common &
  MonitoringContext & {
    runtime: 'node';
    rejections: Rejections;
    languages: SpokenLanguages;
    failedResponses: FailedResponses;
  };

/** The edge runtime has no disk and no Node server: it sends its events itself, and every error is a failure. */
export type EdgeContext = Common & { runtime: 'edge' };

export type ServerContext = NodeContext | EdgeContext;

const installed = () => singleton<{ context?: ServerContext; version?: string }>('server-context', () => ({}));

export function installContext(context: ServerContext): void {
  Object.assign(installed(), { context, version });
}

/** @throws Error if another version of the package has started in this process */
export function refuseOtherVersion(): void {
  const { version: started = version } = installed();
  if (started === version) return;
  throw new Error(
    `Candor ${started} has started here, and this is Candor ${version}: install one. npm ls candor shows both.`,
  );
}

/** @throws Error before `register()` has run, as during a build, and in a copy of another version. */
export function serverContext(): ServerContext {
  refuseOtherVersion();
  const { context } = installed();
  if (context === undefined) throw new Error('The server context is installed by instrumentation.ts at the start.');
  return context;
}

export function nodeContext(): NodeContext {
  const context = serverContext();
  if (context.runtime !== 'node') throw new Error('The edge runtime has no Node server.');
  return context;
}
