class Orders {
  load(): Response {
    throw new Error('fault: handler');
  }
}

export const dynamic = 'force-dynamic';
export const GET = () => new Orders().load();
