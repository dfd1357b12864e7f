import * as z from 'zod';

/*
 * The fields of Kubernetes' objects that the chart uses, by its API of version 1.27 and later. Strict: a field that is
 * spelt wrongly would be ignored by a cluster, or refuse the whole installation.
 */
const name = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'a name of DNS is expected')
  .max(63);
const labels = z.record(z.string(), z.string().regex(/^[\w.-]{1,63}$/));
const metadata = z.strictObject({
  name,
  labels,
  annotations: z.record(z.string(), z.string()).optional(),
});
const selector = z.strictObject({ matchLabels: labels });
const portName = name.max(15);

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port: portName }),
  periodSeconds: z.int().positive(),
  timeoutSeconds: z.int().positive().optional(),
  failureThreshold: z.int().positive(),
});

const variable = z.union([
  z.strictObject({ name: z.string(), value: z.string() }),
  z.strictObject({
    name: z.string(),
    valueFrom: z.strictObject({ fieldRef: z.strictObject({ fieldPath: z.literal('metadata.name') }) }),
  }),
]);

const container = z.strictObject({
  name,
  image: z.string(),
  args: z.array(z.string()).optional(),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.boolean(),
    readOnlyRootFilesystem: z.boolean(),
    capabilities: z.strictObject({ drop: z.array(z.string()) }),
  }),
  ports: z.array(z.strictObject({ name: portName, containerPort: z.int() })).optional(),
  env: z.array(variable),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.strictObject({
    requests: z.record(z.string(), z.string()),
    limits: z.record(z.string(), z.string()),
  }),
  volumeMounts: z.array(
    z.strictObject({ name, mountPath: z.string().startsWith('/'), readOnly: z.boolean().optional() }),
  ),
});

const volume = z.union([
  z.strictObject({ name, emptyDir: z.strictObject({ sizeLimit: z.string() }) }),
  z.strictObject({
    name,
    secret: z.strictObject({ secretName: z.string(), defaultMode: z.int().min(0).max(0o777) }),
  }),
  z.strictObject({
    name,
    persistentVolumeClaim: z.strictObject({ claimName: z.string(), readOnly: z.boolean().optional() }),
  }),
]);

const pods = z.strictObject({
  metadata: z.strictObject({ labels }),
  spec: z.strictObject({
    restartPolicy: z.literal('Never').optional(),
    automountServiceAccountToken: z.boolean(),
    enableServiceLinks: z.boolean(),
    imagePullSecrets: z.array(z.strictObject({ name })).optional(),
    securityContext: z.strictObject({
      runAsNonRoot: z.boolean(),
      runAsUser: z.int(),
      runAsGroup: z.int(),
      fsGroup: z.int(),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    terminationGracePeriodSeconds: z.int().optional(),
    topologySpreadConstraints: z
      .array(
        z.strictObject({
          maxSkew: z.int(),
          topologyKey: z.string(),
          whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
          labelSelector: selector,
        }),
      )
      .optional(),
    containers: z.array(container).length(1),
    volumes: z.array(volume),
  }),
});

const deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata,
  spec: z.strictObject({
    replicas: z.int(),
    strategy: z.strictObject({
      type: z.literal('RollingUpdate'),
      rollingUpdate: z.strictObject({ maxUnavailable: z.int(), maxSurge: z.int() }),
    }),
    selector,
    template: pods,
  }),
});

const job = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata,
  spec: z.strictObject({ backoffLimit: z.int(), activeDeadlineSeconds: z.int(), template: pods }),
});

const service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata,
  spec: z.strictObject({
    clusterIP: z.literal('None').optional(),
    publishNotReadyAddresses: z.boolean().optional(),
    selector: labels,
    ports: z.array(z.strictObject({ name: portName, port: z.int(), targetPort: portName })),
  }),
});

const disruption = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata,
  spec: z.strictObject({
    maxUnavailable: z.int(),
    unhealthyPodEvictionPolicy: z.enum(['AlwaysAllow', 'IfHealthyBudget']),
    selector,
  }),
});

const network = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('NetworkPolicy'),
  metadata,
  spec: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(
      z.strictObject({
        from: z.array(z.strictObject({ namespaceSelector: selector })).min(1),
        ports: z.array(z.strictObject({ protocol: z.literal('TCP'), port: portName })).min(1),
      }),
    ),
  }),
});

const ingress = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('Ingress'),
  metadata,
  spec: z.strictObject({
    ingressClassName: z.string().optional(),
    tls: z.array(z.strictObject({ hosts: z.array(z.string()), secretName: z.string() })),
    rules: z.array(
      z.strictObject({
        host: z.string(),
        http: z.strictObject({
          paths: z.array(
            z.strictObject({
              path: z.string().startsWith('/'),
              pathType: z.enum(['Prefix', 'Exact']),
              backend: z.strictObject({
                service: z.strictObject({ name, port: z.strictObject({ name: portName }) }),
              }),
            }),
          ),
        }),
      }),
    ),
  }),
});

const monitor = z.strictObject({
  apiVersion: z.literal('monitoring.coreos.com/v1'),
  kind: z.literal('ServiceMonitor'),
  metadata,
  spec: z.strictObject({
    selector,
    endpoints: z.array(
      z.strictObject({
        port: portName,
        path: z.string().startsWith('/'),
        interval: z.string(),
        relabelings: z.array(z.strictObject({ targetLabel: z.string(), replacement: z.string() })),
      }),
    ),
  }),
});

/** The manifest of any object that the chart makes. */
export const manifest = z.discriminatedUnion('kind', [
  deployment,
  job,
  service,
  disruption,
  network,
  ingress,
  monitor,
]);
export type Manifest = z.output<typeof manifest>;
