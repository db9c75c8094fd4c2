import type { MetadataRoute } from 'next';

export default function manifest(): MetadataRoute.Manifest {
  return { name: 'Ordinary', start_url: '/ordinary/built' };
}
