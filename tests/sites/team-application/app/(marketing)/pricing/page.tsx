import { Mark } from '../../../parts/mark';
import styles from './pricing.module.css';

const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Plan </script> & more' };

export default function Pricing() {
  return (
    <main>
      <h1 className={styles.title}>Pricing</h1>
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: JSON.stringify(product).replace(/</g, '\\u003c') }}
      />
      <Mark />
    </main>
  );
}
