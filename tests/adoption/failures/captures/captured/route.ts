import { captureException } from '@sentry/nextjs';

export const dynamic = 'force-dynamic';
export const GET = () => new Response(captureException(new Error('captured: in a handler')));
