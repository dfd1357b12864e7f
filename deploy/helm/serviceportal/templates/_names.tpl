{{- define "serviceportal.labels" -}}
app.kubernetes.io/name: serviceportal
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "serviceportal.selector" -}}
app.kubernetes.io/name: serviceportal
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: portal
{{- end }}

{{- define "serviceportal.image" -}}
{{- if .Values.image.digest -}}
image: {{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else if .Values.image.tag -}}
image: {{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- else -}}
image: {{ .Values.image.repository }}:{{ .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "serviceportal.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "serviceportal.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
