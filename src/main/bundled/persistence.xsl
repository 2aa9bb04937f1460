<?xml version="1.0" encoding="UTF-8"?>
<!--
    Makes persistence.xml of coppice-bundled.war from that of coppice.war: with the Hibernate in the WAR as the provider.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:p="https://jakarta.ee/xml/ns/persistence" xmlns="https://jakarta.ee/xml/ns/persistence" exclude-result-prefixes="p">
    <xsl:output method="xml" encoding="UTF-8" indent="yes"/>
    <xsl:strip-space elements="*"/>

    <xsl:template match="@*|node()">
        <xsl:copy>
            <xsl:apply-templates select="@*|node()"/>
        </xsl:copy>
    </xsl:template>

    <xsl:template match="p:jta-data-source">
        <provider>org.hibernate.jpa.HibernatePersistenceProvider</provider>
        <xsl:copy-of select="."/>
    </xsl:template>

    <xsl:template match="p:properties">
        <xsl:copy>
            <xsl:apply-templates select="node()"/>
            <xsl:comment> Payara: its class loader fails on entities that Hibernate has enhanced (payara/Payara#6248). </xsl:comment>
            <property name="hibernate.enhancer.enableDirtyTracking" value="false"/>
            <property name="hibernate.enhancer.enableLazyInitialization" value="false"/>
            <xsl:comment> No index of annotations is built at the start: the classes are listed. </xsl:comment>
            <property name="hibernate.search.mapping.build_missing_discovered_jandex_indexes" value="false"/>
            <xsl:comment> Otherwise Hibernate would take the first JSON and XML libraries that it finds. </xsl:comment>
            <property name="hibernate.type.json_format_mapper" value="jsonb"/>
            <property name="hibernate.type.xml_format_mapper" value="jaxb"/>
            <xsl:comment> WildFly starts this persistence unit before CDI. </xsl:comment>
            <property name="hibernate.delay_cdi_access" value="true"/>
            <xsl:comment> WildFly: use the Hibernate of this WAR. </xsl:comment>
            <property name="jboss.as.jpa.providerModule" value="application"/>
        </xsl:copy>
    </xsl:template>
</xsl:stylesheet>
