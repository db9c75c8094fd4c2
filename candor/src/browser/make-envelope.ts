import { createEventEnvelope, generateTraceId, SDK_VERSION } from '#sentry/core';
import type { SdkOptions } from '../shared/define-sdk-options.js';
import { makeEvent } from './make-event.js';
import type { Report } from './report.js';

// A placeholder: only the server knows where envelopes go.
const dsn = { protocol: 'https', publicKey: 'browser', host: 'candor.invalid', path: '', projectId: '1' } as const;

const sdk = {
  name: 'sentry.javascript.nextjs',
  version: SDK_VERSION,
  packages: ['nextjs', 'react'].map((name) => ({ name: `npm:@sentry/${name}`, version: SDK_VERSION })),
  settings: { infer_ip: 'never' as const },
};

/** @throws IgnoredEvent */
export async function makeEnvelope(report: Report, environment: string, options: SdkOptions = {}) {
  const traceId = generateTraceId();
  // A page that has closed may be of another build.
  const release = (report.release === CANDOR_RELEASE ? options.release : undefined) ?? report.release;
  const event = await makeEvent(report, { environment, release, traceId }, options);
  const trace = { environment, release, public_key: dsn.publicKey, trace_id: traceId };
  event.sdkProcessingMetadata = { dynamicSamplingContext: trace };
  return createEventEnvelope(event, dsn, { sdk }, CANDOR_TUNNEL); // Without a tunnel, its header would not name the DSN.
}
