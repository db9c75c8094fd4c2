import { ErrorBoundary } from 'react-error-boundary'
