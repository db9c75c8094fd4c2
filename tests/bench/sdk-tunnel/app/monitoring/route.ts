import { handleTunnelRequest } from '@sentry/core';

const allowedDsns = [process.env.SENTRY_DSN ?? ''];

/** The SDK's own tunnel, which asks for no more than this. */
export const POST = (request: Request) => handleTunnelRequest({ request, allowedDsns });
