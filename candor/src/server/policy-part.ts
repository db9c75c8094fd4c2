import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Delivery } from '../delivery/delivery.js';
import type { PatchOfCandor } from '../internals/list-patches.js';
import type { EventBudget } from '../monitoring/event-budget.js';
import type { RateLimit } from '../monitoring/rate-limit.js';
import type { Deployment } from '../outbox/deployment.js';

/** What the policy does in a server process of a team that has turned it on: all that the rest of the server knows of it. */
export type PolicyPart = {
  /** What it changes or reads past public APIs. */
  patches: readonly PatchOfCandor[];
  /** Prepares a request, before Next has it. */
  requestStarts: (exchange: { request: IncomingMessage; response: ServerResponse }) => void;
  /** This response has an inline script of Candor's. */
  permit: (response: ServerResponse, script: string) => void;
  /** The document of this response is Candor's own. */
  noteMade: (response: ServerResponse) => void;
  /** From now on reports are accepted that browsers make by themselves. */
  acceptReports: (options: {
    environment: string;
    release: string;
    rateLimit: RateLimit;
    trustedProxyHops: number;
    /** `undefined`: reporting is off. */
    reporting: { delivery: Delivery; eventBudget: EventBudget; deployment?: Deployment } | undefined;
  }) => void;
  /** Responds to a post of such reports. `undefined`: it is something else. */
  respondToReports: (request: Request) => Promise<Response> | undefined;
  /** What `GET /monitoring` says of it: whether it blocks, and how many reports of each kind there were. */
  state: () => { mode: string; reports: Record<string, number> };
};
